import { expect, it } from "vitest";
import { fieldsOf, moveField, readChoice, toggleField } from "./export-choice.ts";

const defaults = readChoice(null);

it("the default has all five fields in the report's order, as CSV", () => {
  expect(fieldsOf(defaults)).toEqual(["areaCode", "bayCode", "shelfCode", "code", "quantity"]);
  expect(defaults.format).toBe("csv");
});

it("S7.17 exports the chosen fields in the chosen order and stores both", () => {
  const changed = toggleField(moveField(moveField(defaults, "quantity", -1), "areaCode", 1), "shelfCode");
  expect(fieldsOf(changed)).toEqual(["bayCode", "areaCode", "quantity", "code"]);
  expect(readChoice(JSON.stringify(changed))).toEqual(changed);
  expect(fieldsOf(toggleField(changed, "shelfCode"))).toEqual(["bayCode", "areaCode", "shelfCode", "quantity", "code"]);
});

it("a field at an end stays there", () => {
  expect(moveField(defaults, "areaCode", -1)).toEqual(defaults);
  expect(moveField(defaults, "quantity", 1)).toEqual(defaults);
});

it.each([
  "",
  "{}",
  "[]",
  "null",
  '{"order":["price"],"chosen":[],"format":"csv"}',
  '{"order":[],"chosen":[],"format":"pdf"}',
])("an unreadable choice becomes the default: %j", (stored) => {
  expect(readChoice(stored)).toEqual(defaults);
});

it("completes an older or broken list", () => {
  const stored = JSON.stringify({ order: ["code", "code"], chosen: ["code"], format: "xlsx" });
  expect(readChoice(stored)).toEqual({
    order: ["code", "areaCode", "bayCode", "shelfCode", "quantity"],
    chosen: ["code"],
    format: "xlsx",
  });
});
