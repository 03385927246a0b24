import { z } from "zod";

/**
 * A box on the upright photo, in whole pixels: the unrotated box, and `angle` degrees clockwise about
 * its centre, 0–360 (decision 25). A shelf's box has x 0, the photo's width and no angle.
 */
export const rectSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  angle: z.number().min(0).max(360).optional(),
});
export type Rect = z.infer<typeof rectSchema>;

/** Width and height of an upright photo, pixels. */
export const sizeSchema = z.object({ width: z.number().int().min(1), height: z.number().int().min(1) });
export type Size = z.infer<typeof sizeSchema>;

/** The same box; no angle is an angle of 0. */
export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && (a.angle ?? 0) === (b.angle ?? 0);

export type Point = { x: number; y: number };
/** Four corners, clockwise from the label's own top left. */
export type Corners = readonly [Point, Point, Point, Point];

/** The corners of the turned box, in pixels, not rounded. */
export function rectCorners(rect: Rect): Corners {
  const cx = rect.x + rect.width / 2;
  const cy = rect.y + rect.height / 2;
  const radians = ((rect.angle ?? 0) * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  // y grows downwards, so this turns clockwise.
  const turned = (dx: number, dy: number): Point => ({ x: cx + dx * cos - dy * sin, y: cy + dx * sin + dy * cos });
  const halfWidth = rect.width / 2;
  const halfHeight = rect.height / 2;
  return [
    turned(-halfWidth, -halfHeight),
    turned(halfWidth, -halfHeight),
    turned(halfWidth, halfHeight),
    turned(-halfWidth, halfHeight),
  ];
}

/** The upright box around a turned one, pixels, not rounded. */
export function rectBounds(rect: Rect): { left: number; top: number; right: number; bottom: number } {
  const corners = rectCorners(rect);
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
