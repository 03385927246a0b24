import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyPatches } from "../detection/patches.ts";
import { makePatch } from "../detection/patch.ts";
import { offeredAlternatives } from "../detection/alternatives.ts";
import { readingDoubt } from "../detection/doubt.ts";
import type { Alternative } from "../detection/reading.ts";
import type { Prediction, Result } from "../detection/result.ts";
import { sticker } from "../testing/factories.ts";
import { cellText } from "./cell-text.ts";
import {
  countTitleRows,
  detectDecimal,
  detectDelimiter,
  detectHeader,
  detectShortCodes,
  resolveColumns,
  suggestColumns,
} from "./detect-file.ts";
import { type ItemCodes, readCodesOf, toItemCodes, withItemList } from "./item-codes.ts";
import { ITEM_FIELDS } from "./item.ts";
import { checkImport, duplicateReason } from "./item-list.ts";
import { parseItem } from "./parse-item.ts";
import { codePosterior } from "./posterior.ts";

const columns = Object.fromEntries(ITEM_FIELDS.map((field, at) => [field, at]));
const options = { columns, decimal: ".", padCodes: false } as const;
const parse = (
  cells: Partial<Record<(typeof ITEM_FIELDS)[number], string>>,
  given: Partial<typeof options> | object = {},
) =>
  parseItem(
    ITEM_FIELDS.map((field) => cells[field] ?? (field === "code" ? "012345" : "")),
    { ...options, ...given },
  );

describe("a row of an item list", () => {
  it("is an item when only the code is set", () => {
    expect(parse({})).toEqual({
      ok: true,
      value: {
        code: "012345",
        description: null,
        department: null,
        unitPrice: null,
        packSize: null,
        expectedQuantity: null,
        lastQuantity: null,
        active: true,
      },
    });
  });

  test.each([
    [{ unitPrice: "1.99" }, {}, { unitPrice: 1.99 }],
    [{ unitPrice: "€ 1,234.5" }, {}, { unitPrice: 1234.5 }],
    [{ unitPrice: "1.234,50 €" }, { decimal: "," }, { unitPrice: 1234.5 }],
    [{ unitPrice: "1.234" }, { decimal: "," }, { unitPrice: 1234 }],
    [{ unitPrice: "0.1" }, { decimal: "," }, { unitPrice: 0.1 }],
    [{ expectedQuantity: "-3", lastQuantity: "12.0" }, {}, { expectedQuantity: -3, lastQuantity: 12 }],
    [{ active: "No" }, {}, { active: false }],
    [{ description: " red\n shelf\t" }, {}, { description: "red shelf" }],
    [{ code: "123" }, { padCodes: true }, { code: "000123" }],
    [{ code: "123456.0" }, {}, { code: "123456" }],
    [{ code: "123456,00" }, {}, { code: "123456" }],
    [{ code: "123,456" }, {}, { code: "123456" }],
    [{ code: "012 346" }, {}, { code: "012346" }],
    [{ code: "1.234" }, { padCodes: true }, { code: "001234" }],
    [{ unitPrice: "EUR 1,99" }, { decimal: "," }, { unitPrice: 1.99 }],
    [{ unitPrice: "12.50 kr" }, {}, { unitPrice: 12.5 }],
    [{ unitPrice: "1’234.50" }, {}, { unitPrice: 1234.5 }],
    [{ unitPrice: "1,23,456.50" }, {}, { unitPrice: 123_456.5 }],
    [{ expectedQuantity: "12-" }, {}, { expectedQuantity: -12 }],
    [{ unitPrice: "2,-" }, { decimal: "," }, { unitPrice: 2 }],
    [{ unitPrice: "€ 15.–" }, {}, { unitPrice: 15 }],
  ])("%j with %j becomes %j", (cells, given, item) => {
    expect(parse(cells, given)).toMatchObject({ ok: true, value: item });
  });

  test.each([
    [{ code: "" }, "The code is missing."],
    [
      { code: "12" },
      'The code "12" does not have six digits. Turn on leading zeros if a spreadsheet has dropped them.',
    ],
    [{ code: "A12345" }, 'The code "A12345" does not have six digits.'],
    [
      { code: "1.23457E+05" },
      'The code "1.23457E+05" is a number that a spreadsheet has rounded. Format the column as text in the spreadsheet, correct the codes and save the list again.',
    ],
    [
      { code: "123.000" },
      'The code "123.000" may be 000123 or 123000. Format the column as text in the spreadsheet, correct the codes and save the list again.',
    ],
    [{ packSize: "12 PCS" }, 'Pack size "12 PCS" is not a number.'],
    [{ unitPrice: "cheap" }, 'Unit price "cheap" is not a number.'],
    [{ unitPrice: "1,99" }, 'Unit price "1,99" is not a number. Choose another decimal separator.'],
    [{ unitPrice: "-1" }, 'Unit price "-1" is not between 0 and 1000000.'],
    [{ packSize: "1.5" }, 'Pack size "1.5" is not a whole number.'],
    [{ packSize: "0" }, 'Pack size "0" is not between 1 and 999999.'],
    [{ expectedQuantity: "#REF!" }, 'Expected quantity "#REF!" is not a number.'],
    [{ description: "a\u0000b" }, 'Description "a?b" contains a control character.'],
    [{ description: "a\u202Eb" }, 'Description "a?b" contains a control character.'],
    [{ description: "K\uFFFDse" }, 'Description "K\uFFFDse" cannot be read. Choose another encoding.'],
    [{ description: "K\uD800se" }, 'Description "K\uFFFDse" cannot be read. Choose another encoding.'],
    [{ code: `${"x".repeat(38)}😀😀` }, `The code "${"x".repeat(38)}\uFFFD…" does not have six digits.`],
    [{ department: "x".repeat(201) }, "Department has 201 characters. The maximum is 200."],
    [{ active: "maybe" }, 'Active "maybe" is neither yes nor no.'],
  ])("%j is rejected with one message", (cells, reason) => {
    expect(parse(cells)).toMatchObject({ ok: false, reason });
  });

  it("never throws, and its texts have no control characters", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 9 }), fc.boolean(), (cells, padCodes) => {
        const outcome = parseItem(cells, { ...options, padCodes });
        const text = outcome.ok ? `${outcome.value.description}${outcome.value.department}` : outcome.reason;
        expect(text).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

test.each([
  ['="012345"', "012345"],
  ['="a ""b"""', 'a "b"'],
  ["'012345", "012345"],
  ["'1.99", "1.99"],
  ["'t Hof", "'t Hof"],
  ["\u00A0012\u00A0346\u202F", "012 346"],
  ["\u202A012345\u202C\u200B", "012345"],
  ['"Tea" ', "Tea"],
  ['"Tea"', '"Tea"'],
  [" \u00A0 ", ""],
])("the cell %j shows %j", (cell, text) => {
  expect(cellText(cell)).toBe(text);
});

it("trims a long cell of spaces in linear time", () => {
  const spaces = " ".repeat(60_000);
  expect(cellText(`x${spaces}y${spaces}`)).toBe(`x${spaces}y`);
});

describe("detection of a file's form", () => {
  test.each([
    ["code,name\n012345,Tea", ","],
    ["code;price\n012345;1,99\n012346;2,99", ";"],
    ["code\tname, long\n012345\tTea", "\t"],
    ['code|name\n012345|"a,b,c"', "|"],
    ["012345\n012346", ","],
    ["sep=;\r\ncode,name;price\r\n012345;1", ";"],
    ['"sep=\t"\ncode,a,b', "\t"],
  ])("the delimiter of %j is %j", (sample, delimiter) => {
    expect(detectDelimiter(sample)).toBe(delimiter);
  });

  it("finds a header by its names, or because only the next row has numbers", () => {
    expect(
      detectHeader([
        ["SKU", "Name"],
        ["012345", "Tea"],
      ]),
    ).toBe(true);
    expect(
      detectHeader([
        ["Artikel", "Menge"],
        ["A", "3"],
      ]),
    ).toBe(true);
    expect(detectHeader([["012345", "Tea"]])).toBe(false);
    expect(countTitleRows([["Stock"], ["Date", "today"], ["SKU", "Name"], ["012345", "Tea"]])).toBe(2);
    expect(
      countTitleRows([
        ["Stock", ""],
        ["Nr", "Name"],
        ["012345", "Tea"],
      ]),
    ).toBe(1);
    expect(countTitleRows([["012345"], ["012346"], ["code", "Tea"]])).toBe(0);
    expect(
      countTitleRows([
        ["012345", ""],
        ["012346", "Tea"],
      ]),
    ).toBe(0);
    expect(countTitleRows([["code"], ["012345"]])).toBe(0);
    const dated = [["Stock list"], ["Date", "29.11.2026", ""], ["Artikelnr", "Bezeichnung", "Preis"]];
    expect(countTitleRows([...dated, ["012345", "Tee", "1,99"]])).toBe(2);
    const numbered = [
      ["Store", "123456"],
      ["Date", "29.11.2026"],
    ];
    expect(countTitleRows([...numbered, ["SKU", "Name", "Price"], ["012345", "Tea", "1.99"]])).toBe(2);
    expect(countTitleRows([...numbered, ["Artikelnr", "Bezeichnung", "Preis"], ["012345", "Tee", "1,99"]])).toBe(2);
    expect(
      countTitleRows([
        ["012345", "Tea"],
        ["Group", "Drinks", "Hot"],
        ["012346", "Coffee", "2.50"],
      ]),
    ).toBe(0);
    // Spreadsheets drop leading zeros.
    expect(countTitleRows([["12345"], ["23456", "Tea"]])).toBe(0);
    expect(
      countTitleRows([
        ["Nr", "Name", "Group"],
        ["12345", "Tea", "PLU"],
      ]),
    ).toBe(0);
    expect(countTitleRows([])).toBe(0);
  });

  it("suggests columns by name, and the codes by their values", () => {
    expect(suggestColumns(["Name", "Item no.", "Retail price", "On hand"], [])).toEqual({
      description: 0,
      code: 1,
      unitPrice: 2,
      expectedQuantity: 3,
    });
    expect(suggestColumns(["Column 1", "Column 2"], [["Tea", "012345"]])).toEqual({ code: 1 });
  });

  it("refuses a mapping without codes, with an unknown column, or with one column for two fields", () => {
    expect(resolveColumns(["a", "b"], { code: "B", description: 0 })).toEqual({
      ok: true,
      value: { code: 1, description: 0 },
    });
    expect(resolveColumns(["a"], {})).toMatchObject({ ok: false });
    expect(resolveColumns(["a"], { code: "c" })).toMatchObject({ reason: 'The file has no column "c" for Code.' });
    expect(resolveColumns(["a"], { code: 0, description: 0 })).toMatchObject({
      reason: "Code and Description use the same column. Choose a different column for one of them.",
    });
  });

  it("finds decimal commas, and codes without leading zeros", () => {
    expect(detectDecimal(["1,99"])).toBe(",");
    expect(detectDecimal(["1,234.50", "1,234"])).toBe(".");
    expect(detectShortCodes(["123456", "1234"])).toBe(true);
    expect(detectShortCodes(["012345", "1234"])).toBe(false);
  });
});

describe("an import", () => {
  it("is refused without items, and with rejected rows unless they are skipped", () => {
    expect(checkImport({ items: 0, rejected: 0 }, true).ok).toBe(false);
    expect(checkImport({ items: 5, rejected: 1 }, false)).toMatchObject({ ok: false });
    expect(checkImport({ items: 5, rejected: 1 }, true).ok).toBe(true);
  });
  it("names both lines of a code with different data", () => {
    expect(duplicateReason("012345", [2, 9], 2)).toBe("Code 012345 has different data in line 2 and line 9.");
  });
});

/** A sticker with the reader's alternatives for its code. */
const reading = (...codes: readonly (readonly [string, number])[]): Prediction => {
  const [first = ["012345", 0.9]] = codes;
  const values: Alternative[] = codes.map(([value, confidence]) => ({ field: "code", value, confidence }));
  return { ...sticker({ code: first[0], confidence: first[1] }), values };
};
const list = (...listed: string[]) => ({ listed, size: 20_000 });
const codesOf = (prediction: Prediction, { listed, size }: ReturnType<typeof list>): ItemCodes | null =>
  toItemCodes(readCodesOf([prediction]), new Set(listed), size);
const read = (prediction: Prediction, codes: ItemCodes | null): Result => {
  const [result] = applyPatches([prediction], [], codes);
  if (!result) throw new Error("one prediction is one result");
  return result;
};

describe("PD-80: readings and the item list", () => {
  it("a confident code that is not listed keeps its value and becomes doubtful", () => {
    const prediction = reading(["012345", 0.95], ["012346", 0.02]);
    const result = read(prediction, codesOf(prediction, list("012346")));
    expect(result.code).toMatchObject({ value: "012345", pattern: null, listing: "unlisted", confidence: 0.95 });
    expect(readingDoubt(result, "code")).toBe("notListed");
    expect(offeredAlternatives(result, "code")).toEqual(["012346", "012345"]);
  });

  it("a doubtful code is replaced by the one likely listed alternative and stays doubtful", () => {
    const prediction = reading(["012345", 0.6], ["012346", 0.1], ["012347", 0.05]);
    const result = read(prediction, codesOf(prediction, list("012346")));
    expect(result.code).toEqual({ value: "012346", pattern: null, listing: "proposed", confidence: 0.1 });
    expect(readingDoubt(result, "code")).toBe("lowConfidence");
  });

  it("two listed alternatives that are equally likely are only moved to the front", () => {
    const prediction = reading(["012345", 0.5], ["012346", 0.1], ["012347", 0.1]);
    const result = read(prediction, codesOf(prediction, list("012346", "012347")));
    expect(result.code).toMatchObject({ value: "012345", listing: "unlisted" });
    expect(offeredAlternatives(result, "code")).toEqual(["012346", "012347", "012345"]);
  });

  it("a typed code counts also when it is not listed", () => {
    const prediction = reading(["012345", 0.95]);
    const [result] = applyPatches([prediction], [makePatch.code(0, "012345")], codesOf(prediction, list()));
    expect(result && readingDoubt(result, "code")).toBeNull();
  });

  it("a code that was not looked up is not judged", () => {
    const prediction = reading(["012345", 0.95]);
    expect(read(prediction, { listed: [], unlisted: [], itemCount: 5 }).code.pattern).not.toBeNull();
  });

  it("judges the codes of a drawn sticker", () => {
    const drawn = { ...sticker({ code: "" }), values: [] };
    const patches = [makePatch.add(drawn), makePatch.values(0, [{ field: "code", value: "555555", confidence: 0.9 }])];
    const codes = toItemCodes(readCodesOf([], patches), new Set(), 10);
    expect(applyPatches([], patches, codes)[0]?.code).toMatchObject({
      value: "555555",
      listing: "unlisted",
      pattern: null,
    });
  });

  const codes = fc.integer({ min: 0, max: 40 }).map((code) => String(code).padStart(6, "0"));
  const predictions = fc
    .tuple(
      fc.uniqueArray(codes, { minLength: 1, maxLength: 5 }),
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
    )
    .map(([values, weights]) => {
      const sorted = weights.toSorted((a, b) => b - a);
      const sum = sorted.reduce((total, weight) => total + weight, 0);
      return reading(...values.map((value, at) => [value, (sorted[at] ?? 0) / sum] as const));
    });
  const lists = fc.uniqueArray(codes, { maxLength: 20 });

  it("a confident listed reading never changes, and no value of a confident reading does", () => {
    fc.assert(
      fc.property(predictions, lists, (prediction, listed) => {
        const result = withItemList(prediction, codesOf(prediction, list(...listed)));
        fc.pre(prediction.code.pattern !== null);
        const unlisted = { ...prediction.code, pattern: null, listing: "unlisted" };
        expect(result.code).toEqual(listed.includes(prediction.code.value) ? prediction.code : unlisted);
      }),
    );
  });

  it("the list never removes doubt", () => {
    fc.assert(
      fc.property(predictions, lists, (prediction, listed) => {
        const result = withItemList(prediction, codesOf(prediction, list(...listed)));
        expect(result.code.pattern === null || prediction.code.pattern !== null).toBe(true);
      }),
    );
  });

  it("nothing changes without a list, and applying a list twice is the same as once", () => {
    fc.assert(
      fc.property(predictions, lists, (prediction, listed) => {
        expect(withItemList(prediction, null)).toBe(prediction);
        const codesFound = codesOf(prediction, list(...listed));
        const once = withItemList(prediction, codesFound);
        expect(withItemList(once, codesFound)).toEqual(once);
      }),
    );
  });

  it("listed alternatives come first and keep their order among themselves", () => {
    fc.assert(
      fc.property(predictions, lists, (prediction, listed) => {
        const { values } = withItemList(prediction, codesOf(prediction, list(...listed)));
        const isListed = values.map(({ value }) => listed.includes(value));
        expect(isListed).toEqual(isListed.toSorted((a, b) => Number(b) - Number(a)));
        const before = prediction.values.filter(({ value }) => listed.includes(value));
        expect(values.filter(({ value }) => listed.includes(value))).toEqual(before);
      }),
    );
  });
});

describe("the posterior of codes", () => {
  it("adds up to at most 1 and keeps the order among listed codes", () => {
    const probabilities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(probabilities, fc.integer({ min: 1, max: 1_000_000 }), fc.nat(63), (weights, itemCount, mask) => {
        const sum = Math.max(
          1,
          weights.reduce((total, weight) => total + weight, 0),
        );
        const candidates = weights.map((weight, at) => ({ value: `00000${at}`, probability: weight / sum }));
        const listed = candidates.filter((_, at) => (mask >> at) & 1).map(({ value }) => value);
        const posterior = codePosterior(candidates, { listed, itemCount });
        expect(posterior.reduce((total, one) => total + one.posterior, 0)).toBeLessThanOrEqual(1 + 1e-9);
        const inList = posterior.filter(({ value }) => listed.includes(value));
        const byProbability = inList.toSorted((a, b) => a.probability - b.probability || a.posterior - b.posterior);
        const posteriors = byProbability.map((one) => one.posterior);
        expect(posteriors).toEqual(posteriors.toSorted((a, b) => a - b));
      }),
    );
  });
  it("prefers a listed code with a tenth of the probability of an unlisted one", () => {
    const candidates = [
      { value: "012345", probability: 0.6 },
      { value: "012346", probability: 0.06 },
    ];
    const [unlisted, listed] = codePosterior(candidates, { listed: ["012346"], itemCount: 20_000 });
    expect(listed?.posterior).toBeGreaterThan(0.85);
    expect(unlisted?.posterior).toBeLessThan(0.01);
  });
});
