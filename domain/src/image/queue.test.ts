import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wasCanceledBeforeStart } from "./job.ts";
import { endedJobs, estimateRemainingMs, unfinishedJobs, waitingJobs } from "./queue.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** One end every two seconds, the last at 0. */
const steady = (count: number): number[] => Array.from({ length: count }, (_, at) => -at * 2 * SECOND);

describe("estimateRemainingMs", () => {
  it("multiplies the unfinished jobs by the rate of the latest jobs", () => {
    expect(estimateRemainingMs(10, steady(6), 0)).toBe(20 * SECOND);
    // The running job has taken one second so far.
    expect(estimateRemainingMs(10, steady(6), SECOND)).toBe(19 * SECOND);
  });
  it("is null with fewer than five samples or without unfinished jobs", () => {
    expect(estimateRemainingMs(10, steady(4), 0)).toBeNull();
    expect(estimateRemainingMs(10, [], 0)).toBeNull();
    expect(estimateRemainingMs(0, steady(9), 0)).toBeNull();
  });
  it("uses the last twenty samples only", () => {
    const slowBefore = steady(20).concat(Array.from({ length: 30 }, (_, at) => -MINUTE * (at + 1)));
    expect(estimateRemainingMs(10, slowBefore, 0)).toBe(20 * SECOND);
  });
  it("grows while a job takes longer, and is null after a long time without a finished job", () => {
    expect(estimateRemainingMs(10, steady(6), 20 * SECOND)).toBeGreaterThan(20 * SECOND);
    expect(estimateRemainingMs(10, steady(6), 31 * SECOND)).toBeNull();
  });
  it("is not negative and grows with the number of unfinished jobs", () => {
    const times = fc.array(fc.integer({ min: -100_000, max: 0 }), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(times, fc.nat(1000), fc.nat(60_000), (endedAt, open, nowMs) => {
        const left = estimateRemainingMs(open, endedAt, nowMs);
        const more = estimateRemainingMs(open + 1, endedAt, nowMs);
        if (left === null || more === null) return;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(more).toBeGreaterThanOrEqual(left);
      }),
    );
  });
});

it("waiting jobs can be canceled, running jobs finish", () => {
  const counts = { queued: 3, running: 1, retrying: 2, failed: 4, done: 10 };
  expect([waitingJobs(counts), unfinishedJobs(counts), endedJobs(counts)]).toEqual([5, 6, 14]);
});

it("a job that ended without an attempt was canceled before it started", () => {
  expect(wasCanceledBeforeStart({ state: "done", attempts: 0 })).toBe(true);
  expect(wasCanceledBeforeStart({ state: "done", attempts: 1 })).toBe(false);
  expect(wasCanceledBeforeStart({ state: "queued", attempts: 0 })).toBe(false);
});
