import { expect, it } from "vitest";
import { type ReviewPriority, compareReviewPriority, needsReview } from "./review-priority.ts";
import { IMAGE_STATUSES } from "./image.ts";

const image = (
  status: ReviewPriority["status"],
  stickers: number | null = null,
  validStickers = 0,
): ReviewPriority => ({
  status,
  counts: stickers === null ? null : { stickers, validStickers },
  rejectionThreshold: 90,
});

it("PD-12: order is below threshold, doubtful, pending, unread, settled; more doubtful stickers come first", () => {
  const images = {
    approved: image("approved", 10, 1),
    rejected: image("rejected", 10, 1),
    uploaded: image("uploaded"),
    pending: image("pending", 10, 10),
    emptyShelf: image("pending", 0, 0),
    onlyAShelf: image("processed", 20, 20),
    oneOfMany: image("processed", 20, 19),
    below: image("processed", 10, 8),
    farBelow: image("processed", 10, 2),
  };
  const order = Object.entries(images).toSorted(([, a], [, b]) => compareReviewPriority(a, b));
  expect(order.map(([name]) => name)).toEqual([
    "farBelow",
    "below",
    "oneOfMany",
    "onlyAShelf",
    "pending",
    "emptyShelf",
    "uploaded",
    "approved",
    "rejected",
  ]);
});

it("processed and pending images need review", () => {
  expect(IMAGE_STATUSES.filter((status) => needsReview({ status }))).toEqual(["processed", "pending"]);
});
