import { z } from "zod";

/**
 * A box on the upright photo in whole pixels: the unrotated box, rotated by `angle` degrees clockwise about its
 * center, 0–360 (PD-25). A shelf has x 0, the photo's width and no angle.
 */
export const rectSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  angle: z.number().min(0).max(360).optional(),
});
export type Rect = z.infer<typeof rectSchema>;

/** Size of an upright photo, pixels. */
export const sizeSchema = z.object({ width: z.number().int().min(1), height: z.number().int().min(1) });
export type Size = z.infer<typeof sizeSchema>;

/** A model's angle changes by less than this when its photo is mirrored twice, degrees. */
const ANGLE_TOLERANCE = 1e-6;

/** Whether two boxes are equal; a missing angle equals 0. */
export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x &&
  a.y === b.y &&
  a.width === b.width &&
  a.height === b.height &&
  Math.abs((a.angle ?? 0) - (b.angle ?? 0)) < ANGLE_TOLERANCE;

export type Point = { x: number; y: number };
/** Four corners, clockwise from the box's own top left corner. */
export type Corners = readonly [Point, Point, Point, Point];

/** The corners of the rotated box, pixels, not rounded. */
export function rectCorners(rect: Rect): Corners {
  const cx = rect.x + rect.width / 2;
  const cy = rect.y + rect.height / 2;
  const radians = ((rect.angle ?? 0) * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  // Clockwise, because y points down.
  const rotated = (dx: number, dy: number): Point => ({ x: cx + dx * cos - dy * sin, y: cy + dx * sin + dy * cos });
  const halfWidth = rect.width / 2;
  const halfHeight = rect.height / 2;
  return [
    rotated(-halfWidth, -halfHeight),
    rotated(halfWidth, -halfHeight),
    rotated(halfWidth, halfHeight),
    rotated(-halfWidth, halfHeight),
  ];
}

/** The bounding box of a rotated box, pixels, not rounded. */
export function rectBounds(rect: Rect): { left: number; top: number; right: number; bottom: number } {
  const corners = rectCorners(rect);
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
