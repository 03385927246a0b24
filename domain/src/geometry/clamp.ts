import type { ResultClass } from "../detection/result.ts";
import { type Rect, type Size, rectBounds } from "./rect.ts";

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

/** Boxes have whole pixels, so a rotated corner may be outside the photo by half a pixel. */
const CORNER_TOLERANCE_PX = 0.5;

/** Half of what a rotated box protrudes beyond its unrotated box on each axis; 0 where the unrotated box is larger. */
function overhang(rect: Rect): { x: number; y: number } {
  const { left, top, right, bottom } = rectBounds(rect);
  return { x: Math.max(0, (right - left - rect.width) / 2), y: Math.max(0, (bottom - top - rect.height) / 2) };
}

type Range = { min: number; max: number };

/** The whole-pixel positions at which a box is inside the photo, rotated or not. Empty if it is too large. */
function positions(rect: Rect, size: Size): { x: Range; y: Range } {
  const beyond = overhang(rect);
  return { x: range(size.width, rect.width, beyond.x), y: range(size.height, rect.height, beyond.y) };
}

function range(length: number, side: number, beyond: number): Range {
  const margin = Math.max(0, Math.ceil(beyond - CORNER_TOLERANCE_PX));
  return { min: margin, max: length - side - margin };
}

/** A box that fits into the photo: its sides are cut, then all of a rotated box is reduced. */
function fitRect(rect: Rect, size: Size): Rect {
  const cut = { ...rect, width: Math.min(rect.width, size.width), height: Math.min(rect.height, size.height) };
  const fits = (one: Rect): boolean => {
    const { x, y } = positions(one, size);
    return x.min <= x.max && y.min <= y.max;
  };
  if (fits(cut)) return cut;
  const beyond = overhang(cut);
  const scale = Math.min(size.width / (cut.width + 2 * beyond.x), size.height / (cut.height + 2 * beyond.y));
  const scaled = scaleRect(cut, scale);
  let { width, height } = scaled;
  while (!fits({ ...scaled, width, height }) && Math.max(width, height) > 1) {
    width = Math.max(1, width - 1);
    height = Math.max(1, height - 1);
  }
  return { ...scaled, width, height };
}

/** Reduces the sides and keeps the center. */
function scaleRect(rect: Rect, scale: number): Rect {
  const width = Math.max(1, Math.floor(rect.width * scale));
  const height = Math.max(1, Math.floor(rect.height * scale));
  return roundRect({
    ...rect,
    x: rect.x + (rect.width - width) / 2,
    y: rect.y + (rect.height - height) / 2,
    width,
    height,
  });
}

/** A value within a range. */
export const clamp = (value: number, { min, max }: Range): number => Math.min(Math.max(value, min), max);

/**
 * Moves a box inside the photo and reduces it if it is too large; rounded.
 *
 * Both the rotated and the unrotated box are inside: the first is what a person sees, the second is what x, y, width
 * and height describe and what the form's percentages can express (PD-25). A shelf spans the photo's width and has no
 * angle.
 * @param size of the upright photo, pixels
 */
export function clampRect(rect: Rect, size: Size, label: ResultClass): Rect {
  const rounded = roundRect(rect);
  if (label === "shelf") {
    const height = Math.min(rounded.height, size.height);
    return { x: 0, y: clamp(rounded.y, { min: 0, max: size.height - height }), width: size.width, height, angle: 0 };
  }
  const fitted = fitRect(rounded, size);
  const { x, y } = positions(fitted, size);
  return { ...fitted, x: clamp(fitted.x, x), y: clamp(fitted.y, y) };
}

/** Whether a box may be stored unchanged. */
export function isRectInside(rect: Rect, size: Size, label: ResultClass): boolean {
  if (rect.width < 1 || rect.height < 1) return false;
  if (label === "shelf") {
    if (rect.x !== 0 || rect.width !== size.width || (rect.angle ?? 0) % 360 !== 0) return false;
    return rect.y >= 0 && rect.y + rect.height <= size.height;
  }
  const { x, y } = positions(rect, size);
  return rect.x >= x.min && rect.x <= x.max && rect.y >= y.min && rect.y <= y.max;
}
