import { expect, test } from "vitest";
import type { Knots } from "../manifest.ts";
import { calibrated, certaintyOf } from "./certainty.ts";

const knots: Knots = [
  [-2, 0],
  [0, 0.4],
  [3, 0.7],
  [10, 1],
];

test.each([
  [0, 0],
  [0.5, 0.4],
  [1 / (1 + Math.exp(-1.5)), 0.55],
  [1 / (1 + Math.exp(-3)), 0.7],
  [1, 1],
])("maps the raw probability %f to the certainty %f", (raw, expected) => {
  expect(certaintyOf(raw, knots)).toBeCloseTo(expected, 6);
});

test("keeps the order of values", () => {
  const values = [0.999, 0.9, 0.6, 0.2, 0.01].map((confidence) => ({ value: "1", confidence }));
  const confidences = calibrated(values, knots).map(({ confidence }) => confidence);
  expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
});

test("leaves values of a model without a calibration as they are", () => {
  expect(calibrated([{ value: "7", confidence: 0.62 }], undefined)).toEqual([{ value: "7", confidence: 0.62 }]);
});
