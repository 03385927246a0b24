import { expect, test } from "vitest";
import { addLine, moveLine, removeLine } from "./change-lines.ts";

test("PD-111: a line moves at most up to its neighbors and the edges of the page", () => {
  expect(moveLine([10, 50, 90], 1, 60, 100)).toEqual([10, 60, 90]);
  expect(moveLine([10, 50, 90], 1, 200, 100)).toEqual([10, 88, 90]);
  expect(moveLine([10, 50, 90], 1, 0, 100)).toEqual([10, 12, 90]);
  expect(moveLine([10, 50, 90], 0, -5, 100)).toEqual([0, 50, 90]);
  expect(moveLine([10, 50, 90], 2, 150, 100)).toEqual([10, 50, 100]);
});

test("PD-111: a line is added in the widest gap, and only inner lines can be removed", () => {
  expect(addLine([0, 10, 50])).toEqual({ lines: [0, 10, 30, 50], index: 2 });
  expect(addLine([0, 3])).toEqual({ lines: [0, 3], index: 1 });
  expect(removeLine([0, 10, 50], 1)).toEqual([0, 50]);
  expect(removeLine([0, 10, 50], 2)).toEqual([0, 10, 50]);
});
