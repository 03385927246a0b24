import { expect, test } from "vitest";
import { differingDigit, differingDigits } from "./differing-digit.ts";

test.each([
  ["797041", "797047", 5],
  ["103", "703", 0],
  ["48", "43", 1],
  ["48", "48", null],
  ["48", "84", null],
  ["48", "480", null],
  ["1", "7", null],
  ["", "", null],
])("%s and %s differ in the digit at %s", (a, b, at) => {
  expect(differingDigit(a, b)).toBe(at);
});

test("each digit that tells a value from an offered one counts once", () => {
  expect(differingDigits("797041", ["797041", "797047", "797043", "197041", "100000"])).toEqual([5, 0]);
  expect(differingDigits("797041", ["797041", "48"])).toEqual([]);
});
