import { expect, test } from "vitest";
import { growth, slope } from "./trend.ts";

const points = (values: readonly number[]) => values.map((value, at) => ({ at, value }));

test("finds growth despite spikes, and no growth in spikes alone", () => {
  const saw = Array.from({ length: 40 }, (_, n) => 100 + (n % 5) * 10);
  expect(slope(points(saw))).toBeCloseTo(0, 1);
  expect(growth(points(saw))).toBe(0);
  const leaking = saw.map((value, n) => value + 2 * n);
  expect(slope(points(leaking))).toBeCloseTo(2, 1);
  expect(growth(points(leaking))).toBeGreaterThan(15);
  const spiked = saw.with(38, 5000);
  expect(slope(points(spiked))).toBeCloseTo(0, 1);
  expect([slope([]), growth(points([1, 2]))]).toEqual([0, 0]);
});
