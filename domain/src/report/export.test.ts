import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeFormula } from "./escape-cell.ts";
import { parseReportFields, reportCells } from "./export.ts";
import { REPORT_FIELDS, REPORT_FIELD_TITLES } from "./report.ts";

describe("S7.17 the download's fields", () => {
  test.each([
    ['["quantity","code"]', ["quantity", "code"]],
    ['["code"]', ["code"]],
    ['["code","areaCode","code"]', ["code", "areaCode"]],
  ])("%s, in the given order", (query, fields) => {
    expect(parseReportFields(query)).toEqual(fields);
  });
  test.each([undefined, "", "[]", "code", "{}", '["code","price"]', "[1]", '"code"', "[", ["code"], null])(
    "%j: all five",
    (query) => {
      expect(parseReportFields(query)).toEqual(["areaCode", "bayCode", "shelfCode", "code", "quantity"]);
    },
  );
  test("S3.09 column titles", () => {
    expect(REPORT_FIELDS.map((field) => REPORT_FIELD_TITLES[field])).toEqual([
      "Area",
      "Aisle/Bay",
      "Shelf",
      "SKU",
      "Quantity",
    ]);
  });
});

describe("PD-36: no cell is interpreted as a formula", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r", "\nx", " =1", "\u200b=1", "\ufeff@x", "＝1", "\u0000=1"])(
    "%j is written as text",
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
    },
  );
  test.each(["", "012345", "12", "A-04", "1=1", "'=1", "shelf 2", "é"])("%j is unchanged", (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });
  test("any escaped cell is text, keeps its content and is escaped once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "=", "@", " -", "\t+"), (text, start) => {
        const safe = escapeFormula(start + text);
        expect(safe.endsWith(start + text)).toBe(true);
        expect(safe).not.toMatch(/^\s*[=+\-@]/);
        expect(escapeFormula(safe)).toBe(safe);
      }),
    );
  });
});

test("S3.09 rows have the chosen columns in the chosen order", () => {
  const row = { areaCode: "12", bayCode: "04", shelfCode: "02", code: "000123", quantity: "7" };
  expect(reportCells(row, ["quantity", "areaCode", "code"])).toEqual(["7", "12", "000123"]);
});
