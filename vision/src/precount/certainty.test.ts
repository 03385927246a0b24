import { expect, test } from "vitest";
import type { FieldCalibration } from "../manifest.ts";
import { calibrated, certaintyOf } from "./certainty.ts";

const calibration: FieldCalibration = {
  handPenalty: 0.5,
  knots: [
    [-2, 0],
    [0, 0.4],
    [3, 0.7],
    [10, 1],
  ],
};

test.each([
  [0, 0],
  [0.5, 0.4],
  [1 / (1 + Math.exp(-1.5)), 0.55],
  [1 / (1 + Math.exp(-3)), 0.7],
  [1, 1],
])("maps the raw probability %f to the certainty %f", (raw, expected) => {
  expect(certaintyOf(raw, calibration, 0.5)).toBeCloseTo(expected, 6);
});

test("is more cautious with handwriting than with print", () => {
  const [print, hand] = [0.05, 0.95].map((written) => certaintyOf(0.9, calibration, written));
  // log(0.95 / 0.05) is 2.944, log(0.9 / 0.1) 2.197; between the knots 0 and 3 a logit is worth 0.1.
  expect(print).toBeCloseTo(0.7 + ((2.197 + 1.472 - 3) * 0.3) / 7, 3);
  expect(hand).toBeCloseTo(0.4 + (2.197 - 1.472) * 0.1, 3);
});

test("keeps the order of values", () => {
  const values = [0.999, 0.9, 0.6, 0.2, 0.01].map((confidence) => ({ value: "1", confidence }));
  const confidences = calibrated(values, calibration, 0.9).map(({ confidence }) => confidence);
  expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
});

test("leaves values of a model without a calibration as they are", () => {
  expect(calibrated([{ value: "7", confidence: 0.62 }], undefined, 0.5)).toEqual([{ value: "7", confidence: 0.62 }]);
});
