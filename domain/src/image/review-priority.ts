import { type StickerCounts, validPercent } from "../detection/derive.ts";
import { belowThreshold } from "../project/progress.ts";
import type { ImageStatus } from "./image.ts";

/** Input of the review order; `counts` is null without a detection. */
export type ReviewPriority = { status: ImageStatus; counts: StickerCounts | null; rejectionThreshold: number };

/** Steps of the review order, first to last. */
const STEPS = ["below", "doubtful", "pending", "unread", "settled"] as const;

/** Whether an image waits for review: a model has processed it, and it is neither approved nor rejected. */
export const needsReview = ({ status }: { status: ImageStatus }): boolean =>
  status === "processed" || status === "pending";

function stepOf({ status, counts, rejectionThreshold }: ReviewPriority): (typeof STEPS)[number] {
  if (!needsReview({ status })) return status === "approved" || status === "rejected" ? "settled" : "unread";
  if (belowThreshold(counts && validPercent(counts), rejectionThreshold)) return "below";
  return status === "processed" ? "doubtful" : "pending";
}

/**
 * Compares two images by review priority (PD-12): first images below the rejection threshold, then images with
 * doubtful results, then images that only need validation, then images without a detection, then approved and
 * rejected ones. Within a step, more doubtful stickers come first. Equal images keep the caller's order.
 */
export function compareReviewPriority(a: ReviewPriority, b: ReviewPriority): number {
  return STEPS.indexOf(stepOf(a)) - STEPS.indexOf(stepOf(b)) || doubtfulStickers(b) - doubtfulStickers(a);
}

const doubtfulStickers = (image: ReviewPriority): number =>
  image.counts === null || !needsReview(image) ? 0 : image.counts.stickers - image.counts.validStickers;
