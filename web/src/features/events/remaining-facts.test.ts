import type { ProjectSummary } from "@precount/domain";
import { expect, test } from "vitest";
import { remainingFacts } from "./remaining-facts.ts";

const NOW_MS = new Date(2026, 10, 21, 14, 30).getTime();

const summary = (areas: ProjectSummary["areas"]): ProjectSummary => ({
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
  images: { total: 0, settled: 0 },
  imagesByStatus: { uploaded: 0, processed: 0, pending: 0, approved: 0, rejected: 0 },
  areas,
  doubtful: 0,
  thumbnails: [],
  pace: { settled: [], photographed: [] },
});
const factsOf = (areas: ProjectSummary["areas"]): string[] =>
  remainingFacts({ status: "active", summary: { of: summary(areas), nowMs: NOW_MS } });

test("PD-69 voided areas of an event without a photo are accounted for, not taken", () => {
  expect(factsOf({ total: 5, accountedFor: 4, toPhotograph: 1 })).toEqual(["4 of 5 areas accounted for"]);
});

test("an area whose photo waits for a review is not accounted for", () => {
  expect(factsOf({ total: 5, accountedFor: 0, toPhotograph: 2 })).toEqual(["0 of 5 areas accounted for"]);
});

test("nothing is said without areas, and before the summary arrives", () => {
  expect(factsOf({ total: 0, accountedFor: 0, toPhotograph: 0 })).toEqual([]);
  expect(remainingFacts({ status: "active" })).toEqual([]);
});
