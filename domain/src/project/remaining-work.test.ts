import { expect, test } from "vitest";
import { areaProgress, describeAreaProgress, describeImageProgress, remainingWork } from "./remaining-work.ts";

const NOTHING = { total: 3, settled: 3, undecided: 0, withoutArea: 0 };
const kinds = (images: Partial<typeof NOTHING>) =>
  remainingWork({ images: { ...NOTHING, ...images } }).map(({ kind, isBlocking }) => [kind, isBlocking]);

test("PD-68: lists the remaining work in the order of the work, and what blocks Complete", () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ total: 0, settled: 0 })).toEqual([["photos", true]]);
  expect(kinds({ settled: 1, undecided: 1, withoutArea: 1 })).toEqual([
    ["review", true],
    ["decide", true],
    ["no-area", false],
  ]);
});

test("PD-69: one text says what the progress counts", () => {
  expect(describeImageProgress({ total: 1345, settled: 214 })).toBe("214 of 1,345 images approved or rejected");
  expect(describeImageProgress({ total: 1, settled: 1 })).toBe("1 of 1 image approved or rejected");
  const counts = { not_taken: 4, pending: 3, approved: 20, rejected: 2, voided: 10 };
  expect(describeAreaProgress(areaProgress(counts))).toBe("30 of 39 areas accounted for");
});
