import { expect, test } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

test.each([
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("%i of %i: %f to %f", (hits, trials, low, high) => {
  const interval = wilsonInterval(hits, trials);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test("without trials every share is possible, and an interval stays within 0 and 1", () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilsonInterval(0, 7).low).toBe(0);
  expect(wilsonInterval(7, 7).high).toBe(1);
});
