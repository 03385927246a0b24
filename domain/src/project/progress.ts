import { type StickerCounts, wholePercent } from "../detection/derive.ts";

/** Percent of images approved or rejected, rounded down; 0 when there are none (decision 10). */
export const projectProgress = (images: { total: number; settled: number }): number =>
  images.total === 0 ? 0 : wholePercent(images.settled, images.total);

/**
 * Σ(n·p)/Σn over the images, n = non-discarded stickers and p = the share of them that is valid, which is
 * all valid ones over all; rounded down once, at the end, and 0 without stickers (decision 10).
 */
export function validDetectionPercent(images: readonly StickerCounts[]): number {
  const stickers = images.reduce((sum, image) => sum + image.stickers, 0);
  const valid = images.reduce((sum, image) => sum + image.validStickers, 0);
  return stickers === 0 ? 0 : wholePercent(valid, stickers);
}

/**
 * Whether an image gets the badge 'Below threshold' (decision 12). Without a detection it is nothing yet.
 * @param percent the image's valid percent, null without a detection
 */
export const belowThreshold = (percent: number | null, rejectionThreshold: number): boolean =>
  percent !== null && percent < rejectionThreshold;
