import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ImageQuery, asksForStickers, describeImageQuery, parseImageQuery } from "./image-query.ts";

const NOTHING: ImageQuery = { text: "", code: null, quantity: null, area: null };
const MAX = 999_999_999;
const valueOf = (search: string): ImageQuery | string => {
  const outcome = parseImageQuery(search);
  return outcome.ok ? outcome.value : outcome.reason;
};

describe("parseImageQuery", () => {
  it.each<[string, Partial<ImageQuery>]>([
    ["", {}],
    ["  IMG 0412.jpg ", { text: "IMG 0412.jpg" }],
    ["code:012345", { code: { digits: "012345", isPrefix: false } }],
    ["CODE:0123", { code: { digits: "0123", isPrefix: true } }],
    ["qty:500", { quantity: { min: 500, max: 500 } }],
    ["quantity:>500", { quantity: { min: 501, max: MAX } }],
    ["qty:>=500", { quantity: { min: 500, max: MAX } }],
    ["qty:<5", { quantity: { min: 0, max: 4 } }],
    ["qty:<=5", { quantity: { min: 0, max: 5 } }],
    ["qty:5-10", { quantity: { min: 5, max: 10 } }],
    ["qty:5–10", { quantity: { min: 5, max: 10 } }],
    ["area:12..20", { area: { min: 12, max: 20 } }],
    ["area:0012", { area: { min: 12, max: 12 } }],
    [
      "shelf code:012345  qty:>1 area:3 left",
      {
        text: "shelf left",
        code: { digits: "012345", isPrefix: false },
        quantity: { min: 2, max: MAX },
        area: { min: 3, max: 3 },
      },
    ],
    ['"area:12 left"', { text: "area:12 left" }],
    ['10:30 x"y', { text: '10:30 x"y' }],
    ["%_\\ ' ; drop table images --", { text: "%_\\ ' ; drop table images --" }],
  ])("reads %j", (search, expected) => {
    expect(valueOf(search)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    ["code:", "After “code:” type the code or its first digits, such as code:012345."],
    ["code: 012345", "After “code:” type the code or its first digits, such as code:012345."],
    ["code:01234x", "After “code:” type the code or its first digits, such as code:012345."],
    ["code:0123456", "After “code:” type the code or its first digits, such as code:012345."],
    ["qty:", "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20."],
    ["qty:many", "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20."],
    ["qty:-5", "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20."],
    ["qty:1e9", "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20."],
    ["qty:>99999999999999999999", "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20."],
    ["qty:10-5", "“qty:10-5” is empty: no number is in this range."],
    ["qty:<0", "“qty:<0” is empty: no number is in this range."],
    ["area:1-2-3", "After “area:” type a number or a range, such as area:12, area:>100 or area:10-20."],
    ["area:1 area:2", "“area:” is there twice. Keep one of them."],
    ["qyt:5", "There is no filter “qyt:”. Use code:, qty: or area:, or put the text in double quotes."],
  ])("says what is wrong with %j", (search, reason) => {
    expect(valueOf(search)).toBe(reason);
  });

  it("answers every text with a query or a reason, and never with numbers that PostgreSQL's integers cannot hold", () => {
    const terms = fc.constantFrom("code:", "qty:", "area:", ">", "<=", "-", "..", '"', " ", "012345", "9".repeat(40));
    const garbage = fc.array(fc.oneof(terms, fc.string({ unit: "binary" })), { maxLength: 12 });
    fc.assert(
      fc.property(garbage, (parts) => {
        const outcome = parseImageQuery(parts.join(""));
        const ranges = outcome.ok ? [outcome.value.quantity, outcome.value.area] : [];
        const isFine = ranges.every((range) => range === null || (range.min <= range.max && range.max <= MAX));
        expect(isFine && (outcome.ok || outcome.reason !== "")).toBe(true);
      }),
    );
  });
});

const queryOf = (search: string): ImageQuery => {
  const outcome = parseImageQuery(search);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
};
const describeSearch = (search: string): string => describeImageQuery(queryOf(search)).join(" · ");

it("asks for stickers by code or quantity, but not by area or name", () => {
  const asks = ["code:1", "qty:1", "area:1", "shelf"].map((search) => asksForStickers(queryOf(search)));
  expect(asks).toEqual([true, true, false, false]);
});

it("describes a query in words", () => {
  expect(describeSearch("code:012 qty:>500 area:1-9 left")).toBe(
    "code 012… · quantity from 501 · area 1–9 · named like “left”",
  );
  expect(describeSearch("code:012345 qty:<3 area:12")).toBe("code 012345 · quantity up to 2 · area 12");
});
