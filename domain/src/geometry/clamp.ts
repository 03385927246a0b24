import type { Label } from "../detection/result.ts";
import type { Rect, Size } from "./rect.ts";

/** Degrees in 0–360 whatever turns they carry; 360 itself stays, as the form allows it. */
export const normalizeAngle = (degrees: number): number =>
  degrees >= 0 && degrees <= 360 ? degrees : ((degrees % 360) + 360) % 360;

/** Whole pixels, least side 1, as everything is saved (spec §9). */
export function roundRect(rect: Rect): Rect {
  // `+ 0` turns -0 into 0, which JSON and comparisons would tell apart.
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
 * The box moved, and where it is larger than the photo cut, so that it lies inside; rounded.
 *
 * Inside means the unrotated box, and with it the centre: that is what x, y, width and height say and what
 * the form's percents can express (decision 25). The corners of a turned box may look over the photo's edge,
 * as a sticker that the edge cuts does. A shelf spans the photo's width and has no angle.
 * @param size of the upright photo, pixels
 */
export function clampRect(rect: Rect, size: Size, label: Label): Rect {
  const rounded = roundRect(rect);
  const height = Math.min(rounded.height, size.height);
  const y = Math.min(Math.max(rounded.y, 0), size.height - height);
  if (label === "shelf") return { x: 0, y, width: size.width, height, angle: 0 };
  const width = Math.min(rounded.width, size.width);
  return { ...rounded, x: Math.min(Math.max(rounded.x, 0), size.width - width), y, width, height };
}

/** Whether a box may be stored as it is. */
export function isRectInside(rect: Rect, size: Size, label: Label): boolean {
  if (label === "shelf" && (rect.x !== 0 || rect.width !== size.width || (rect.angle ?? 0) % 360 !== 0)) return false;
  const insideX = rect.x >= 0 && rect.x + rect.width <= size.width;
  return insideX && rect.y >= 0 && rect.y + rect.height <= size.height && rect.width >= 1 && rect.height >= 1;
}
