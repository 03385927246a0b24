import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inCaptureOrder } from "./capture-order.ts";

const areasOf = (numbers: readonly number[]) => numbers.map((number) => ({ name: String(number) }));
const names = (areas: readonly { name: string }[]): string => areas.map(({ name }) => name).join(" ");

test("puts photographed areas first, in the order of their photos, and keeps the order of the others", () => {
  expect(names(inCaptureOrder(areasOf([1, 2, 3, 4, 5]), [4, 2]))).toBe("4 2 1 3 5");
  expect(names(inCaptureOrder(areasOf([1, 2, 3]), []))).toBe("1 2 3");
  expect(names(inCaptureOrder([], [1]))).toBe("");
});

test("shows each area once in any order", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 50 }));
  fc.assert(
    fc.property(numbers, fc.array(fc.integer({ min: 1, max: 50 })), (given, order) => {
      const areas = areasOf(given);
      expect(new Set(inCaptureOrder(areas, order))).toEqual(new Set(areas));
      expect(inCaptureOrder(areas, order)).toHaveLength(areas.length);
    }),
  );
});
