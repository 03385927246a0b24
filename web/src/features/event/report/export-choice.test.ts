import { expect, it } from "vitest";
import { fieldsOf, moved, readChoice, toggled } from "./export-choice.ts";

const usual = readChoice(null);

it("begins with all five fields, in the report's order, as CSV", () => {
  expect(fieldsOf(usual)).toEqual(["areaCode", "bayCode", "shelfCode", "code", "quantity"]);
  expect(usual.format).toBe("csv");
});

it("S7.17 writes the chosen fields in the order chosen, and remembers both", () => {
  const changed = toggled(moved(moved(usual, "quantity", -1), "areaCode", 1), "shelfCode");
  expect(fieldsOf(changed)).toEqual(["bayCode", "areaCode", "quantity", "code"]);
  expect(readChoice(JSON.stringify(changed))).toEqual(changed);
  expect(fieldsOf(toggled(changed, "shelfCode"))).toEqual(["bayCode", "areaCode", "shelfCode", "quantity", "code"]);
});

it("a field at an end stays there", () => {
  expect(moved(usual, "areaCode", -1)).toEqual(usual);
  expect(moved(usual, "quantity", 1)).toEqual(usual);
});

it.each([
  "",
  "{}",
  "[]",
  "null",
  '{"order":["price"],"chosen":[],"format":"csv"}',
  '{"order":[],"chosen":[],"format":"pdf"}',
])("what it cannot read is as nothing: %j", (stored) => {
  expect(readChoice(stored)).toEqual(usual);
});

it("makes an older or a broken list whole", () => {
  const stored = JSON.stringify({ order: ["code", "code"], chosen: ["code"], format: "xlsx" });
  expect(readChoice(stored)).toEqual({
    order: ["code", "areaCode", "bayCode", "shelfCode", "quantity"],
    chosen: ["code"],
    format: "xlsx",
  });
});
