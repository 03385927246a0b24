import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MAX_CODES_PER_PHOTO,
  NO_CODES,
  type AreaHints,
  areaNumberFromCode,
  areaNumberFromField,
  areaNumberOfPhoto,
  candidateAreaNumbers,
  photoCodes,
  areaTagCode,
  isAreaField,
} from "./codes.ts";

describe("codes in a photo", () => {
  test.each([
    ["PRECOUNT:A412", { number: 412, isAreaTag: true }],
    ["PRECOUNT:A000412", { number: 412, isAreaTag: true }],
    ["412", { number: 412, isAreaTag: false }],
    ["000412", { number: 412, isAreaTag: false }],
    ["999999999", { number: 999_999_999, isAreaTag: false }],
    ["4006381333931", null], // a product's
    ["0", null],
    ["PRECOUNT:A0", null],
    ["PRECOUNT:A", null],
    ["precount:a412", null],
    ["PRECOUNT:A412; drop table", null],
    [" 412", null],
    ["412\n", null],
    ["-412", null],
    ["4.12", null],
    ["٤١٢", null],
    ["https://example.test/412", null],
    [`${"0".repeat(40)}412`, null],
    ["", null],
  ])("%j", (text, said) => {
    expect(areaNumberFromCode(text)).toEqual(said);
  });

  test("an area tag's code identifies its area and uses the QR alphanumeric alphabet", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
        expect(areaNumberFromCode(areaTagCode(number))).toEqual({ number, isAreaTag: true });
        expect(areaTagCode(number)).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
      }),
    );
  });

  test("returns distinct numbers within the limit for any texts", () => {
    const text = fc.oneof(fc.string(), fc.nat().map(String), fc.nat().map(areaTagCode));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
        for (const numbers of Object.values(photoCodes(texts))) {
          expect(numbers.length).toBeLessThanOrEqual(MAX_CODES_PER_PHOTO);
          expect(new Set(numbers).size).toBe(numbers.length);
          for (const number of numbers) expect(number).toSatisfy((n: number) => n >= 1 && n <= 999_999_999);
        }
      }),
    );
    expect(photoCodes(["7", "PRECOUNT:A9", "007", "PRECOUNT:A9", "hello"])).toEqual({ sheet: [9], bare: [7] });
  });
});

const hints = (given: Partial<AreaHints>): AreaHints => ({
  fieldNumber: null,
  fileName: "IMG 1.jpg",
  codes: NO_CODES,
  ...given,
});
const sheet = (...numbers: number[]) => ({ sheet: numbers, bare: [] });
const bare = (...numbers: number[]) => ({ sheet: [], bare: numbers });

describe("PD-31: area field, then file name, then codes", () => {
  const areas = new Set([5, 6, 7, 8]);
  test.each<[string, Partial<AreaHints>, number | null]>([
    ["the area field takes precedence", { fieldNumber: 5, fileName: "0006.jpg", codes: sheet(7) }, 5],
    [
      "an area field with an unknown area gives no area",
      { fieldNumber: 99, fileName: "0006.jpg", codes: sheet(7) },
      null,
    ],
    ["the file name takes precedence over codes", { fileName: "0006.jpg", codes: sheet(7) }, 6],
    ["a file name that is not an area", { fileName: "0099.jpg", codes: sheet(7) }, 7],
    ["an area tag", { codes: sheet(7) }, 7],
    ["an area tag takes precedence over plain digits", { codes: { sheet: [7], bare: [8] } }, 7],
    ["an area tag of an unknown area", { codes: { sheet: [99], bare: [8] } }, null],
    ["two area tags", { codes: sheet(7, 8) }, null],
    ["two area tags, one of an unknown area", { codes: sheet(7, 99) }, null],
    ["plain digits of an area", { codes: bare(8) }, 8],
    ["plain digits of an area and of products", { codes: bare(8, 12_345_678) }, 8],
    ["plain digits of two areas", { codes: bare(7, 8) }, null],
    ["plain digits of an unknown area", { codes: bare(99) }, null],
    ["nothing", {}, null],
  ])("%s", (_, given, number) => {
    const photo = hints(given);
    expect(areaNumberOfPhoto(photo, (candidate) => areas.has(candidate))).toBe(number);
    // Looking up the candidate numbers only gives the same result.
    const known = new Set(candidateAreaNumbers(photo).filter((candidate) => areas.has(candidate)));
    expect(areaNumberOfPhoto(photo, (candidate) => known.has(candidate))).toBe(number);
  });
});

test.each([
  ["412", 412],
  [" 000412 ", 412],
  ["0", null],
  ["B7", null],
  ["", null],
  [undefined, null],
  ["1234567890", null],
])("the upload's area field %j", (field, number) => {
  expect(areaNumberFromField(field)).toBe(number);
  expect(isAreaField(field)).toBe(number !== null || field === undefined || field === "");
});
