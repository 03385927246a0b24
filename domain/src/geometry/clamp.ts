import type { ResultClass } from "../detection/result.ts";
import type { Rect, Size } from "./rect.ts";

/** Normalizes an angle to 0–360 degrees. 360 is kept, because the form allows it. */
export const normalizeAngle = (degrees: number): number =>
  degrees >= 0 && degrees <= 360 ? degrees : ((degrees % 360) + 360) % 360;

/** Rounds to whole pixels with sides of at least 1, as boxes are stored (spec §9). */
export function roundRect(rect: Rect): Rect {
  // `+ 0` turns -0 into 0, which comparisons would treat as different.
  const rounded: Rect = {
    x: Math.round(rect.x) + 0,
    y: Math.round(rect.y) + 0,
    width: Math.max(1, Math.round(rect.width)),
    height: Math.max(1, Math.round(rect.height)),
  };
  if (rect.angle !== undefined) rounded.angle = normalizeAngle(rect.angle);
  return rounded;
}

/**
 * Moves a box inside the photo and cuts it if it is larger; rounded.
 *
 * The unrotated box and thus its center are inside: those are what x, y, width and height describe and what the
 * form's percentages can express (PD-25). The corners of a rotated box may be outside the photo, like a sticker cut
 * off by the edge. A shelf spans the photo's width and has no angle.
 * @param size of the upright photo, pixels
 */
export function clampRect(rect: Rect, size: Size, label: ResultClass): Rect {
  const rounded = roundRect(rect);
  const height = Math.min(rounded.height, size.height);
  const y = Math.min(Math.max(rounded.y, 0), size.height - height);
  if (label === "shelf") return { x: 0, y, width: size.width, height, angle: 0 };
  const width = Math.min(rounded.width, size.width);
  return { ...rounded, x: Math.min(Math.max(rounded.x, 0), size.width - width), y, width, height };
}

/** Whether a box may be stored unchanged. */
export function isRectInside(rect: Rect, size: Size, label: ResultClass): boolean {
  if (label === "shelf" && (rect.x !== 0 || rect.width !== size.width || (rect.angle ?? 0) % 360 !== 0)) return false;
  const insideX = rect.x >= 0 && rect.x + rect.width <= size.width;
  return insideX && rect.y >= 0 && rect.y + rect.height <= size.height && rect.width >= 1 && rect.height >= 1;
}
