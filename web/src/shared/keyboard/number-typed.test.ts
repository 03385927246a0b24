import { expect, test } from "vitest";
import { numberTyped } from "./number-typed.ts";

test.each([
  ["", "3", 8, { text: "3", number: 3, isComplete: true }],
  ["", "1", 12, { text: "1", number: 1, isComplete: false }],
  ["1", "2", 12, { text: "12", number: 12, isComplete: true }],
  ["1", "3", 12, { text: "3", number: 3, isComplete: true }],
  ["", "2", 12, { text: "2", number: 2, isComplete: true }],
  ["", "9", 8, { text: "", number: null, isComplete: false }],
  ["", "0", 8, { text: "", number: null, isComplete: false }],
  ["1", "0", 10, { text: "10", number: 10, isComplete: true }],
])("after '%s', the digit %s of %d numbers", (before, digit, most, typed) => {
  expect(numberTyped(before, digit, most)).toEqual(typed);
});
