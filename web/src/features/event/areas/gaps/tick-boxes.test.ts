import { type AreaRun, formatAreaRun } from "@precount/domain";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tickBoxes } from "./tick-boxes.ts";

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);
const numbersOf = (boxes: readonly AreaRun[]): number[] =>
  boxes.flatMap((box) => from(box.from, box.to - box.from + 1));

test("a short list has one box per area, in order", () => {
  expect(tickBoxes([7, 3, 4, 5]).map(formatAreaRun)).toEqual(["3", "4", "5", "7"]);
});

test("in a long list, complete tens share a box", () => {
  const names = tickBoxes([...from(8, 700), 1001, ...from(2002, 9)]).map(formatAreaRun);
  expect(names.slice(0, 5)).toEqual(["8", "9", "10", "11–20", "21–30"]);
  expect(names.slice(-11)).toEqual(["707", "1001", ...from(2002, 9).map(String)]);
});

test("4,000 untaken areas are 400 boxes", () => {
  expect(tickBoxes(from(1, 4000))).toHaveLength(400);
});

test("each number is printed once", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1500 }), { maxLength: 1500 }), (numbers) => {
      expect(numbersOf(tickBoxes(numbers))).toEqual(numbers.toSorted((a, b) => a - b));
    }),
  );
});
