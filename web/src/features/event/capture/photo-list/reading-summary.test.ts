import { expect, it } from "vitest";
import { type ReadImage, summarizeReading } from "./reading-summary.ts";

const image = (found: number, read: number, more: Partial<ReadImage> = {}): ReadImage => ({
  status: "processed",
  job: null,
  stats: {
    stickerPredictionsCount: found,
    validStickerPredictionsCount: read,
    patchedStickersCount: 0,
    confirmedStickersCount: 0,
    discardedStickersCount: 0,
    addedStickersCount: 0,
    patchedStickersCodesCount: 0,
    patchedStickersQuantitiesCount: 0,
    codesWithLeadingZeroCount: 0,
  },
  ...more,
});
const failed = {
  id: "a".repeat(24),
  modelSid: "b".repeat(24),
  state: "failed" as const,
  attempts: 3,
  maxAttempts: 3,
  error: "x",
  retryAt: null,
  updatedAt: "2026-11-22T18:00:00.000Z",
};

it.each([
  [undefined, "waiting", "Sent"],
  [image(0, 0, { status: "uploaded" }), "waiting", "Being read…"],
  [image(12, 12, { status: "pending" }), "good", "12 of 12 read"],
  [image(12, 11), "good", "11 of 12 read, 1 to review"],
  [image(12, 2), "good", "2 of 12 read, 10 to review"],
  [image(0, 0), "poor", "No stickers found – wrong shelf?"],
  [image(0, 0, { status: "uploaded", job: failed }), "poor", "Could not be read – take it again?"],
  [image(5, 5, { status: "rejected" }), "poor", "Rejected – take it again?"],
])("summarizes %j as %s: %s", (image, is, text) => {
  expect(summarizeReading(image)).toEqual({ is, text });
});
