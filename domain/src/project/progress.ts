import { type StickerCounts, wholePercent } from "../detection/derive.ts";

/** Percent of images that are approved or rejected, rounded down; 0 without images (PD-10). */
export const projectProgress = (images: { total: number; settled: number }): number =>
  images.total === 0 ? 0 : wholePercent(images.settled, images.total);

/**
 * Σ(n·p)/Σn over the images, n = non-discarded stickers and p = the share of valid ones. This equals all valid
 * stickers divided by all stickers. Rounded down once, at the end; 0 without stickers (PD-10).
 */
export function validDetectionPercent(images: readonly StickerCounts[]): number {
  const stickers = images.reduce((sum, image) => sum + image.stickers, 0);
  const valid = images.reduce((sum, image) => sum + image.validStickers, 0);
  return stickers === 0 ? 0 : wholePercent(valid, stickers);
}

/**
 * Whether an image gets the badge 'Below threshold' (PD-12); never without a detection.
 * @param percent the image's valid percent, null without a detection
 */
export const belowThreshold = (percent: number | null, rejectionThreshold: number): boolean =>
  percent !== null && percent < rejectionThreshold;
