import { describe, expect, it, test } from "vitest";
import {
  type NextAction,
  type ProjectOverview,
  describeNextAction,
  estimateEventFinish,
  nextAction,
  paceBars,
  progressParts,
} from "./overview.ts";

const USER = { role: "user" } as const;
const NOW_MS = Date.UTC(2026, 10, 21, 6, 0, 30);
const NOW_MIN = Math.floor(NOW_MS / 60_000);

type Given = Partial<Omit<ProjectOverview, "imagesByStatus" | "images">> & {
  by?: Partial<ProjectOverview["imagesByStatus"]>;
  undecided?: number;
};

/** An active event with images by status and areas. */
function makeOverview({ by = {}, undecided = 0, ...given }: Given = {}): ProjectOverview {
  const imagesByStatus = { uploaded: 0, processed: 0, pending: 0, approved: 0, rejected: 0, ...by };
  const total = Object.values(imagesByStatus).reduce((sum, count) => sum + count, 0);
  const settled = imagesByStatus.approved + imagesByStatus.rejected;
  return {
    sid: "p",
    name: "Spring count",
    slug: "spring-count",
    status: "active",
    statusDate: "2026-11-21T05:00:00.000Z",
    isArchived: false,
    createdAt: "2026-11-21T05:00:00.000Z",
    progress: 0,
    validDetectionPercent: 0,
    storeNumber: null,
    imagesByStatus,
    images: { total, settled, undecided, withoutArea: 0 },
    areas: { total: 0, accountedFor: 0, toPhotograph: 0 },
    doubtful: 0,
    thumbnails: [],
    pace: { settled: [], photographed: [] },
    nextToReview: imagesByStatus.processed + imagesByStatus.pending > 0 ? "next" : null,
    people: [],
    ...given,
  };
}

describe("the next action of an event", () => {
  const areas = { total: 3, accountedFor: 1, toPhotograph: 2 };
  it.each<[string, Given, NextAction, string]>([
    [
      "reviews while images wait for it, also if areas have no photo",
      { by: { processed: 7, pending: 3, uploaded: 2 }, areas },
      { kind: "review", images: 10, imageSid: "next" },
      "Review next (10)",
    ],
    ["takes photos of areas without one", { by: { approved: 1 }, areas }, { kind: "photograph" }, "Take photos"],
    ["takes the first photos of an event without areas", {}, { kind: "photograph" }, "Take photos"],
    [
      "says how many images are left that no model has read",
      { by: { approved: 4, uploaded: 8 } },
      { kind: "complete", left: 8 },
      "Complete: 8 left",
    ],
    [
      "counts decisions about photos as left",
      { by: { approved: 4 }, undecided: 1 },
      { kind: "complete", left: 1 },
      "Complete: 1 left",
    ],
    [
      "completes when every image is approved or rejected",
      { by: { approved: 4, rejected: 1 } },
      { kind: "complete", left: 0 },
      "Complete",
    ],
    ["opens an event that is completed", { by: { approved: 4 }, status: "completed" }, { kind: "open" }, "Open"],
  ])("%s", (_, given, action, text) => {
    expect(nextAction(makeOverview(given), USER)).toEqual(action);
    expect(describeNextAction(action)).toBe(text);
  });
});

test("divides an event into areas without a photo and images by state", () => {
  const event = makeOverview({
    by: { uploaded: 1, processed: 2, pending: 3, approved: 4, rejected: 5 },
    areas: { total: 9, accountedFor: 0, toPhotograph: 6 },
  });
  expect(progressParts(event)).toEqual({ not_taken: 6, to_read: 1, to_review: 5, approved: 4, rejected: 5 });
});

describe("the expected finish of an event", () => {
  const settled = [0, 5, 10, 15].map((ago) => ({ minute: NOW_MIN - ago, count: 5 }));
  it("follows from the pace of approving and rejecting", () => {
    const estimate = estimateEventFinish(
      makeOverview({ by: { pending: 20 }, pace: { settled, photographed: [] } }),
      NOW_MS,
    );
    // 20 images in 15.5 minutes.
    expect(estimate).toEqual({ kind: "at", atMs: expect.closeTo(NOW_MS + 15.5 * 60_000, -2) });
  });
  it("is later while areas still need photos", () => {
    const photographed = [{ minute: NOW_MIN - 10, count: 2 }];
    const areas = { total: 10, accountedFor: 0, toPhotograph: 6 };
    const event = makeOverview({ by: { approved: 20 }, areas, pace: { settled, photographed } });
    // 2 areas in 10.5 minutes.
    expect(estimateEventFinish(event, NOW_MS)).toEqual({ kind: "at", atMs: NOW_MS + 3 * 10.5 * 60_000 });
  });
  it("is unknown without any progress, and done without remaining work", () => {
    expect(estimateEventFinish(makeOverview({ by: { pending: 1 } }), NOW_MS)).toEqual({ kind: "not_started" });
    expect(estimateEventFinish(makeOverview(), NOW_MS)).toEqual({ kind: "not_started" });
    expect(estimateEventFinish(makeOverview({ by: { approved: 1 } }), NOW_MS)).toEqual({ kind: "done" });
  });
});

test("sums the last hour in bars of five minutes, the oldest first", () => {
  const bars = paceBars(
    [
      { minute: NOW_MIN - 60, count: 9 },
      { minute: NOW_MIN - 59, count: 1 },
      { minute: NOW_MIN - 4, count: 2 },
      { minute: NOW_MIN, count: 3 },
    ],
    NOW_MS,
  );
  expect(bars).toHaveLength(12);
  expect(bars[0]).toEqual({ endsMinAgo: 55, count: 1 });
  expect(bars.at(-1)).toEqual({ endsMinAgo: 0, count: 5 });
});
