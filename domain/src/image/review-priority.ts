import { type StickerCounts, validPercent } from "../detection/derive.ts";
import { belowThreshold } from "../project/progress.ts";
import type { ImageStatus } from "./image.ts";

/** What the review order looks at; `counts` are null without a detection. */
export type ReviewPriority = { status: ImageStatus; counts: StickerCounts | null; rejectionThreshold: number };

/** What stands in the review order before what. */
const STEPS = ["below", "doubtful", "pending", "unread", "settled"] as const;

/** Read by a model, and nobody has approved or rejected it: the next one to go to is one of these. */
export const needsReview = ({ status }: { status: ImageStatus }): boolean =>
  status === "processed" || status === "pending";

function stepOf({ status, counts, rejectionThreshold }: ReviewPriority): (typeof STEPS)[number] {
  if (!needsReview({ status })) return status === "approved" || status === "rejected" ? "settled" : "unread";
  if (belowThreshold(counts && validPercent(counts), rejectionThreshold)) return "below";
  return status === "processed" ? "doubtful" : "pending";
}

/**
 * An event's review order (decision 12): below the rejection threshold first, then what has something doubtful,
 * then what only waits to be validated, then what no model has read yet, what is settled last. Within each, the more
 * doubtful stickers the earlier; among equals the caller's order stays.
 */
export function compareReviewPriority(a: ReviewPriority, b: ReviewPriority): number {
  return STEPS.indexOf(stepOf(a)) - STEPS.indexOf(stepOf(b)) || doubtfulStickers(b) - doubtfulStickers(a);
}

const doubtfulStickers = (image: ReviewPriority): number =>
  image.counts === null || !needsReview(image) ? 0 : image.counts.stickers - image.counts.validStickers;
