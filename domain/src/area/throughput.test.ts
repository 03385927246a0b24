import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  IDLE_AFTER_MIN,
  type FinishEstimate,
  THROUGHPUT_WINDOW_MIN,
  estimateFinish,
  laterFinish,
  computeThroughput,
} from "./throughput.ts";

const MINUTE_MS = 60_000;
const START = 29_000_000;
/** @param minutes since the start */
const at = (minutes: number): number => (START + minutes) * MINUTE_MS;
const minuteCount = (minute: number, count: number) => ({ minute: START + minute, count });
/** The same count in each minute from the start. */
const steady = (minutes: number, count = 1) =>
  Array.from({ length: minutes }, (_, minute) => minuteCount(minute, count));

const endOf = (estimate: FinishEstimate | undefined): number => (estimate?.kind === "at" ? estimate.atMs : 0);

describe("computeThroughput", () => {
  test.each([
    ["nothing yet", [], 0, { perHourNow: null, perHourSinceStart: null, idleMin: null }],
    ["one, a minute ago", [minuteCount(0, 1)], 1, { perHourNow: null, perHourSinceStart: null, idleMin: 1 }],
    ["five minutes are enough", steady(5), 5, { perHourNow: 60, perHourSinceStart: 60, idleMin: 1 }],
    ["two a minute, an hour", steady(60, 2), 60, { perHourNow: 120, perHourSinceStart: 120, idleMin: 1 }],
    ["faster in the last half hour", [...steady(30), ...steady(60, 3).slice(30)], 59.5, { idleMin: 0 }],
    ["a break of 40 minutes", steady(20), 60, { perHourNow: 0, perHourSinceStart: 20, idleMin: 41 }],
    ["counts in the future", [minuteCount(3, 5)], 0, { perHourNow: null, idleMin: null }],
  ])("%s", (_, tallies, minutes, expected) => {
    const found = computeThroughput(tallies, at(minutes));
    expect({ ...found, perHourNow: found.perHourNow && Math.round(found.perHourNow) }).toMatchObject(expected);
  });

  test("the current rate ignores areas before the last half hour", () => {
    const { perHourNow, perHourSinceStart } = computeThroughput([...steady(30), ...steady(60, 3).slice(30)], at(60));
    expect(perHourNow).toBeCloseTo((29 * 3 * 60) / 29);
    expect(perHourSinceStart).toBeCloseTo(120);
  });

  test("rates are finite and not negative for counts in any order", () => {
    const tallies = fc.array(fc.record({ minute: fc.integer({ min: START, max: START + 600 }), count: fc.nat(50) }));
    fc.assert(
      fc.property(tallies, fc.double({ min: 0, max: 700, noNaN: true }), (given, minutes) => {
        const found = computeThroughput(given, at(minutes));
        expect(computeThroughput(given.toReversed(), at(minutes))).toEqual(found);
        for (const figure of Object.values(found)) {
          expect(figure === null || (Number.isFinite(figure) && figure >= 0)).toBe(true);
        }
      }),
    );
  });

  test("a constant rate for half an hour is the current rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(500), (each, before) => {
        const tallies = [minuteCount(-90, before + 1), ...steady(THROUGHPUT_WINDOW_MIN, each)];
        const { perHourNow } = computeThroughput(tallies, at(THROUGHPUT_WINDOW_MIN) - 1);
        expect(perHourNow).toBeCloseTo(each * 60, 2);
      }),
    );
  });
});

describe("estimateFinish", () => {
  const now = at(0);
  const going = { perHourNow: 60, perHourSinceStart: 40, idleMin: 2 };
  test.each([
    ["nothing left", 0, { perHourNow: null, perHourSinceStart: null, idleMin: null }, { kind: "done" }],
    ["not started", 5, { perHourNow: null, perHourSinceStart: null, idleMin: null }, { kind: "not_started" }],
    ["just started", 5, { perHourNow: null, perHourSinceStart: null, idleMin: 1 }, { kind: "too_early" }],
    ["in progress", 90, going, { kind: "at", atMs: at(90) }],
    ["almost idle", 90, { ...going, idleMin: IDLE_AFTER_MIN - 1 }, { kind: "at", atMs: at(90) }],
    ["idle", 90, { ...going, idleMin: IDLE_AFTER_MIN }, { kind: "idle", idleMin: IDLE_AFTER_MIN }],
  ])("%s", (_, remaining, given, expected) => {
    expect(estimateFinish(remaining, given, now)).toEqual(expected);
  });

  test("the estimate is in the future, and more areas never finish earlier", () => {
    const tallies = fc.array(
      fc.record({ minute: fc.integer({ min: START - 60, max: START }), count: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(tallies, fc.integer({ min: 1, max: 20_000 }), (given, remaining) => {
        const found = computeThroughput(given, now);
        const [first, second] = [remaining, remaining + 1].map((areas) => estimateFinish(areas, found, now));
        expect(first?.kind).toBe(second?.kind);
        fc.pre(first?.kind === "at");
        expect(endOf(first)).toBeGreaterThan(now);
        expect(Number.isFinite(endOf(first))).toBe(true);
        expect(endOf(second)).toBeGreaterThan(endOf(first));
      }),
    );
  });

  const soon: FinishEstimate = { kind: "at", atMs: 1 };
  const late: FinishEstimate = { kind: "at", atMs: 2 };
  const quiet: FinishEstimate = { kind: "idle", idleMin: 30 };
  const done: FinishEstimate = { kind: "done" };
  test.each<[FinishEstimate, FinishEstimate, FinishEstimate]>([
    [soon, late, late],
    [late, soon, late],
    [done, soon, soon],
    [quiet, soon, quiet],
    [soon, quiet, quiet],
    [done, quiet, quiet],
    [soon, { kind: "not_started" }, { kind: "not_started" }],
    [done, done, done],
  ])("photographed %j, accepted %j: finished %j", (photographed, accepted, all) => {
    expect(laterFinish(photographed, accepted)).toEqual(all);
  });
});
