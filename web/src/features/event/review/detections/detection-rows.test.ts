import type { DetectionStatus, ImageDetection } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { detectionRows } from "./detection-rows.ts";

const open = { image: { status: "processed" }, project: { status: "active", isArchived: false } } as const;

const detection = (name: string, status: DetectionStatus, validatedAt: string | null = null): ImageDetection => ({
  sid: name.padEnd(24, "0"),
  imageSid: "i".repeat(24),
  model: { sid: name.padEnd(24, "1"), name },
  status,
  progress: 100,
  count: 0,
  predictions: [],
  results: [],
  itemCodes: null,
  patches: [],
  revision: 0,
  inferredAt: "2026-11-21T05:40:00.000Z",
  validatedAt,
  options: {},
  elapsed: 1,
});
const [first, second, third] = [
  detection("a", "validated", "2026-11-21T05:41:00.000Z"),
  detection("b", "validated", "2026-11-21T05:42:00.000Z"),
  detection("c", "inferred"),
];
const counting = (detections: ImageDetection[], shown: ImageDetection): string[] =>
  detectionRows(detections, shown, open).flatMap((row) => (row.isUsedByReport ? [row.detection.model.name] : []));

describe("PD-24 the report uses", () => {
  it("the newest validated one", () => {
    expect(counting([first, second, third], third)).toEqual(["b"]);
  });
  it("the selected one before a validated one", () => {
    expect(counting([{ ...first, status: "selected" }, second, third], third)).toEqual(["a"]);
  });
  it("none while nothing is validated", () => {
    expect(counting([third], third)).toEqual([]);
  });
});

it("S4.14 S4.16 S4.18 each detection has the reasons for its actions; the shown one includes unsaved edits", () => {
  const [validated, drafted] = detectionRows([first, third], { ...third, status: "drafted" }, open);
  expect(validated?.reasons).toMatchObject({ activate: null, invalidate: null });
  expect(validated?.reasons.delete).toContain("unlock it first");
  expect(drafted?.isShown).toBe(true);
  expect(drafted?.reasons.delete).toBeNull();
  expect(drafted?.reasons.validate).not.toBeNull();
});
