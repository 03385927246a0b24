import { expect, test } from "vitest";
import { pointsOf, rowsOf } from "./reliability-curve.ts";

const before = {
  key: "before",
  title: "Before",
  bins: [
    { from: 0, to: 0.5, values: 8, right: 2 },
    { from: 0.5, to: 0.9, values: 0, right: 0 },
    { from: 0.9, to: 1, values: 120, right: 117 },
  ],
};

test("the points of a curve leave out empty bins", () => {
  expect(pointsOf(before)).toEqual([
    { certainty: 25, right: 25 },
    { certainty: 95, right: 97.5 },
  ]);
});

test("the rows for screen readers", () => {
  expect(rowsOf([before, { ...before, key: "after", title: "After", bins: before.bins.slice(2) }])).toEqual([
    { key: "before 0", label: "Before, 0–50 %", value: "25 % of 8" },
    { key: "before 0.9", label: "Before, 90–100 %", value: "98 % of 120" },
    { key: "after 0.9", label: "After, 90–100 %", value: "98 % of 120" },
  ]);
});
