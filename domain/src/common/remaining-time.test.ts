import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ProgressEstimate,
  formatRemaining,
  updateEstimate,
  startEstimate,
  smoothRemainingMs,
} from "./remaining-time.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Observes work every second; `rates` is the amount done in each second. */
function watch(rates: readonly number[], total: number): ProgressEstimate[] {
  let done = 0;
  let now = startEstimate(0, 0);
  return rates.map((rate, at) => {
    done = Math.min(total, done + rate);
    now = updateEstimate(now, done, total, (at + 1) * SECOND);
    return now;
  });
}
const estimatesOf = (rates: readonly number[], total: number): (number | null)[] =>
  watch(rates, total).map(({ remainingMs }) => remainingMs);

describe("updateEstimate", () => {
  it("divides the rest by the recent rate after three seconds of observation", () => {
    expect(estimatesOf([10, 10, 10, 10], 1000)).toEqual([null, null, 97 * SECOND, 96 * SECOND]);
  });
  it("is unknown without progress", () => {
    expect(estimatesOf([0, 0, 0, 0, 0], 1000)).toEqual([null, null, null, null, null]);
  });
  it("is unknown again after half a minute without progress", () => {
    const rates = Array.from({ length: 60 }, (_, at) => (at < 10 ? 10 : 0));
    const lefts = estimatesOf(rates, 1000);
    expect([lefts[20] === null, lefts[45]]).toEqual([false, null]);
  });
  it("counts down like a clock when the rate varies", () => {
    const rates = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 14 : 6));
    const lefts = estimatesOf(rates, 1000).filter((left) => left !== null);
    expect(lefts.length).toBeGreaterThan(50);
    expect(lefts.slice(1).every((left, at) => left < (lefts[at] ?? 0))).toBe(true);
  });
  it("increases when the work is much slower", () => {
    const rates = [...Array.from({ length: 20 }, () => 10), ...Array.from({ length: 60 }, () => 2)];
    const lefts = estimatesOf(rates, 1000);
    expect(lefts[19]).toBeLessThan(90 * SECOND);
    expect(lefts[79]).toBeGreaterThan(2 * MINUTE);
  });
  it("restarts when the amount of work done decreases", () => {
    const before = watch([10, 10, 10, 10, 10], 100).at(-1) ?? startEstimate(0, 0);
    expect(updateEstimate(before, 5, 100, 6 * SECOND)).toEqual(startEstimate(5, 6 * SECOND));
  });
  it("is never negative for any progress", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { maxLength: 40 }), fc.integer({ min: 1, max: 2000 }), (rates, total) => {
        expect(estimatesOf(rates, total).every((left) => left === null || left >= 0)).toBe(true);
      }),
    );
  });
});

describe("smoothRemainingMs", () => {
  const before = { leftMs: 2 * MINUTE, atMs: 0 };
  it.each([
    ["a slightly longer estimate counts down", 2 * MINUTE, 105 * SECOND],
    ["a shorter estimate applies", MINUTE, MINUTE],
    ["a much longer estimate applies", 4 * MINUTE, 4 * MINUTE],
  ])("%s", (_, estimateMs, tells) => {
    expect(smoothRemainingMs(before, estimateMs, 15 * SECOND)).toBe(tells);
  });
  it("returns null for an unknown estimate and the first estimate unchanged", () => {
    expect(smoothRemainingMs(before, null, 15 * SECOND)).toBeNull();
    expect(smoothRemainingMs({ leftMs: null, atMs: 0 }, MINUTE, 15 * SECOND)).toBe(MINUTE);
  });
});

it.each([
  [0, "less than a minute left"],
  [29_000, "less than a minute left"],
  [4 * MINUTE + 10_000, "about 4 min left"],
  [59 * MINUTE, "about 59 min left"],
  [62 * MINUTE, "about 1 h left"],
  [84 * MINUTE, "about 1 h 20 min left"],
  [118 * MINUTE, "about 2 h left"],
])("formats %d ms as '%s'", (leftMs, words) => {
  expect(formatRemaining(leftMs)).toBe(words);
});
