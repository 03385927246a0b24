import { type Area, areaTagsQuerySchema } from "@precount/domain";
import { describe, expect, test } from "vitest";
import { type SheetsChoice, sheetsCount, sheetsUrl, describeSheets } from "./sheets.ts";

const area = (number: number, status: Area["status"] = "not_taken"): Area => ({
  id: number,
  sid: `a${String(number).padStart(23, "0")}`,
  name: String(number),
  status,
  imageSid: null,
  photos: 0,
  undecided: 0,
  voided: null,
});
const choice: SheetsChoice = { from: 1, to: 40, format: "l7160", onlyGaps: false };

describe("the URL of area sheets", () => {
  test.each([
    [choice, { from: 1, to: 40, format: "l7160" }],
    [
      { ...choice, to: 7, format: "a5", onlyGaps: true },
      { from: 1, to: 7, format: "a5", only: ["rejected", "not_taken"] },
    ],
  ] satisfies [SheetsChoice, object][])("for %j is accepted by the server's schema", (given, expected) => {
    const url = new URL(sheetsUrl("spring count/2", given), "http://precount.test");
    expect(url.pathname).toBe("/api/projects/spring%20count%2F2/areas/sheets");
    expect(areaTagsQuerySchema.parse(Object.fromEntries(url.searchParams))).toEqual(expected);
  });
});

describe("the number of printed areas and pages", () => {
  const areas = [...Array.from({ length: 22 }, (_, at) => area(at + 1)), area(23, "voided"), area(24, "approved")];
  test.each([
    [choice, "23 areas on 2 pages."],
    [{ ...choice, to: 21 }, "21 areas on 1 page."],
    [{ ...choice, from: 24, to: 24 }, "1 area on 1 page."],
    [{ ...choice, from: 24, to: 24, onlyGaps: true }, "No area to print: none matches, or all are voided."],
    [{ ...choice, from: 23, to: 23 }, "No area to print: none matches, or all are voided."],
  ])("%j: %s", (given, text) => {
    expect(describeSheets(sheetsCount(areas, given))).toBe(text);
  });
});
