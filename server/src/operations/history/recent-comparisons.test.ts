import { expect, it, vi } from "vitest";
import { type Comparison, RecentComparisons } from "./recent-comparisons.ts";

const row = { areaCode: "", bayCode: "", shelfCode: "", code: "111111", quantity: "1", position: 1, source: null };
const comparison = (length: number): Comparison => ({
  changes: Array.from({ length }, () => ({ kind: "added", after: row })),
  units: { before: 0, after: length },
});

it("compares once for concurrent and later calls, and drops the oldest changes above the limit", async () => {
  const recent = new RecentComparisons(5);
  const compare = vi.fn<() => Promise<Comparison>>(async () => comparison(3));
  const [first, second] = await Promise.all([recent.get("a", compare), recent.get("a", compare)]);
  expect(first).toBe(second);
  await recent.get("a", compare);
  expect(compare).toHaveBeenCalledTimes(1);
  await recent.get("b", compare);
  await recent.get("b", compare);
  expect(compare).toHaveBeenCalledTimes(2);
  await recent.get("a", compare);
  expect(compare).toHaveBeenCalledTimes(3);
});

it("does not keep a failed comparison", async () => {
  const recent = new RecentComparisons();
  await expect(recent.get("a", () => Promise.reject(new Error("no connection")))).rejects.toThrow("no connection");
  expect(await recent.get("a", () => Promise.resolve(comparison(1)))).toEqual(comparison(1));
});
