import { z } from "zod";
import type { Box } from "../geometry/box.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import type { Result } from "./result.ts";

/** Margin shown around the box, as a share of the box's width and height. */
export const CROP_MARGIN = 0.12;

/**
 * Largest size of a stored crop, pixels. Handwriting is legible at this height, also enlarged to twice its size on a screen. The width
 * limits boxes that are not stickers.
 */
const MAX_CROP: Size = { width: 480, height: 136 };

/** Part of every crop's name. Increase it when crops are cut in another way: browsers cache them forever. */
const CROP_VERSION = 1;

/** The part of the photo that a crop of a result shows, in pixels of the upright photo. */
export const cropBox = ({ x, y, width, height, angle = 0 }: Rect): Box => ({
  cx: x + width / 2,
  cy: y + height / 2,
  width: width * (1 + 2 * CROP_MARGIN),
  height: height * (1 + 2 * CROP_MARGIN),
  angle,
});

/** Crop pixels per photo pixel. At most 1: a crop has no more details than the photo. */
export function cropScale(rect: Rect): number {
  const box = cropBox(rect);
  return Math.min(1, MAX_CROP.height / box.height, MAX_CROP.width / box.width);
}

/** The size of a stored crop, pixels. */
export function cropSize(rect: Rect): Size {
  const { width, height } = cropBox(rect);
  const scale = cropScale(rect);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The name of a crop within its photo. A moved box has another crop. */
export const cropKey = ({ x, y, width, height, angle = 0 }: Rect): string =>
  [CROP_VERSION, x, y, width, height, Math.round(angle * 100) / 100].join("_");

export const cropKeySchema = z.string().regex(/^\d+_-?\d{1,6}_-?\d{1,6}_\d{1,6}_\d{1,6}_\d{1,3}(\.\d{1,2})?$/);

/** The boxes of stickers by the keys of their crops. A discarded sticker has a crop, because people look at it before they restore it. */
export function cropBoxes(results: readonly Result[]): Map<string, Rect> {
  const stickers = results.filter(({ label }) => label === "sticker");
  return new Map(stickers.map(({ rect }) => [cropKey(rect), rect]));
}
