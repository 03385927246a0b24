import { describe, expect, it } from "vitest";
import { extractedTables, displayText } from "./extracted-tables.ts";

describe("S2.58 extracted tables", () => {
  it.each([
    [
      "one table, quoted cells with commas, quotes and line breaks",
      '\uFEFFa,b\r\n"1,5","say ""hi""\nthere"\r\n',
      [
        [
          ["a", "b"],
          ["1,5", 'say "hi"\nthere'],
        ],
      ],
    ],
    [
      "several tables, separated by an empty line",
      "a\r\n1\r\n\r\nb\r\n2\r\n",
      [
        [["a"], ["1"]],
        [["b"], ["2"]],
      ],
    ],
    [
      "a row of empty cells is a row",
      "a,b\r\n,\r\n",
      [
        [
          ["a", "b"],
          ["", ""],
        ],
      ],
    ],
    ["nothing", "", []],
  ])("csv: %s", (_, contents, tables) => {
    expect(extractedTables(contents, "csv")).toEqual(tables);
  });
  it.each([
    ["tables", '{"tables":[{"rows":[["a","<b>"]]},{"rows":[]}],"text":["x"]}', [[["a", "<b>"]]]],
    ["another shape", '{"rows":[["a"]]}', []],
    ["no JSON", "a,b", []],
  ])("json: %s", (_, contents, tables) => {
    expect(extractedTables(contents, "json")).toEqual(tables);
  });
  it("JSON is indented, other text is unchanged", () => {
    expect(displayText('{"tables":[]}', "json")).toBe('{\n  "tables": []\n}');
    expect(displayText("{oops", "json")).toBe("{oops");
    expect(displayText('{"a":1}', "csv")).toBe('{"a":1}');
  });
});
