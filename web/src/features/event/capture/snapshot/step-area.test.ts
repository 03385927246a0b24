import { describe, expect, it } from "vitest";
import type { AreaSnapshot } from "./event-snapshot.ts";
import { areaAfter, areaBefore, parseAreaNumber } from "./step-area.ts";

const AREAS: AreaSnapshot[] = [
  { number: 1, status: "approved" },
  { number: 2, status: "not_taken" },
  { number: 3, status: "voided" },
  { number: 5, status: "not_taken" },
  { number: 8, status: "pending" },
];
const NONE = new Set<number>();

describe("areaAfter", () => {
  it.each([
    [null, NONE, 2],
    [2, NONE, 5],
    [5, NONE, 2],
    [8, NONE, 2],
    [2, new Set([5]), 5],
    [1, new Set([2]), 5],
    [1, new Set([2, 5]), 2],
  ])("after %s, with %o taken, is %s", (current, taken, next) => {
    // The last case: all others have photos, so the next by number.
    expect(areaAfter(AREAS, current, taken)).toBe(next);
  });

  it("stops at an area whose photo was rejected, until there is a new one on this device", () => {
    const areas: AreaSnapshot[] = [
      { number: 1, status: "approved" },
      { number: 2, status: "rejected" },
      { number: 3, status: "not_taken" },
    ];
    expect(areaAfter(areas, 1, NONE)).toBe(2);
    expect(areaAfter(areas, 1, new Set([2]))).toBe(3);
  });

  it("is null in an event without areas, or with only this one", () => {
    expect(areaAfter([], 4, NONE)).toBeNull();
    expect(areaAfter([{ number: 4, status: "not_taken" }], 4, NONE)).toBeNull();
  });
});

it("areaBefore goes back by number, skips voided areas and stops at the first", () => {
  expect([null, 8, 5, 2, 1].map((number) => areaBefore(AREAS, number))).toEqual([8, 5, 2, 1, null]);
});

it("parseAreaNumber accepts positive integers only", () => {
  expect(["412", " 0412 ", "0", "4a", "", "1234567890"].map(parseAreaNumber)).toEqual([
    412,
    412,
    null,
    null,
    null,
    null,
  ]);
});
