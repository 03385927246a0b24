import type { ResultClass } from "../detection/result.ts";
import { clampRect, normalizeAngle } from "./clamp.ts";
import { type Point, type Rect, type Size, rectBounds } from "./rect.ts";

/**
 * Edits of a box by pointer or keyboard. Pure; in pixels of the upright photo. Every result may be stored (whole
 * pixels, inside the photo, not empty). Each function starts from the box at the beginning of the gesture, so that
 * moving the pointer back restores the box.
 */

/** Minimum side of a drawn or resized box, pixels. A smaller box keeps its side. */
export const MIN_DRAWN_SIDE = 8;
/** An angle this close to a multiple of 90° snaps to it, degrees. A model's angles are less precise than that. */
const SNAP_DEGREES = 1.5;
/** Steps of a rotation with Shift, degrees. */
const COARSE_ANGLE_STEP = 15;

/** The eight resize handles, named by compass direction in the box's own frame. */
export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof HANDLES)[number];

/** Direction of each handle along the box's own width and height: −1, 0 or 1. */
export const HANDLE_DIRECTION: Readonly<Record<Handle, { x: -1 | 0 | 1; y: -1 | 0 | 1 }>> = {
  nw: { x: -1, y: -1 },
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
};

/** The handles of a class. A shelf spans the photo, so only its upper and lower edges move. */
export const handlesOf = (label: ResultClass): readonly Handle[] => (label === "shelf" ? ["n", "s"] : HANDLES);
/** Shelves are always horizontal. */
export const canRotate = (label: ResultClass): boolean => label === "sticker";

/** Moves a box by `by`; it stops at the photo's edge. */
export const moveRect = (start: Rect, by: Point, size: Size, label: ResultClass): Rect =>
  clampRect({ ...start, x: start.x + by.x, y: start.y + by.y }, size, label);

/**
 * Moves one handle of a box by `by`. The opposite corner or edge stays in place, also for rotated boxes, except for
 * rounding. The box stops growing at the photo's edge.
 */
export function resizeRect(start: Rect, handle: Handle, by: Point, size: Size, label: ResultClass): Rect {
  const direction = HANDLE_DIRECTION[handle];
  const radians = ((start.angle ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  // A shelf is resized vertically only, with any handle.
  const along = label === "shelf" ? 0 : direction.x * (by.x * cos + by.y * sin);
  const across = direction.y * (by.y * cos - by.x * sin);
  // Half of a side's growth moves the center, away from the corner that stays in place.
  const wider = grow(start, "width", along, { x: (direction.x * cos) / 2, y: (direction.x * sin) / 2 }, size);
  const higher = grow(wider, "height", across, { x: (-direction.y * sin) / 2, y: (direction.y * cos) / 2 }, size);
  return clampRect(higher, size, label);
}

/** Grows one side by up to `by` and shifts the center by `shift` per pixel of growth; x and y are not rounded. */
function grow(rect: Rect, side: "width" | "height", by: number, shift: Point, size: Size): Rect {
  const isWidth = side === "width";
  const growth = { x: isWidth ? 0.5 : 0, y: isWidth ? 0 : 0.5 };
  const room = Math.min(
    roomToGrow(
      { left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height },
      growth,
      shift,
      size,
    ),
    roomToGrow(rectBounds(rect), rotatedGrowth(rect, isWidth), shift, size),
  );
  const least = Math.min(MIN_DRAWN_SIDE, rect[side]);
  const most = Math.max(rect[side], Math.floor(rect[side] + room));
  const length = Math.min(most, Math.max(least, Math.round(rect[side] + by)));
  const grown = length - rect[side];
  return {
    ...rect,
    [side]: length,
    x: rect.x + grown * (shift.x - growth.x),
    y: rect.y + grown * (shift.y - growth.y),
  };
}

/** How far each edge of the rotated box's bounds moves outwards per pixel of growth of one side. */
function rotatedGrowth({ angle = 0 }: Rect, isWidth: boolean): Point {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)) / 2, Math.abs(Math.sin(radians)) / 2];
  return isWidth ? { x: cos, y: sin } : { x: sin, y: cos };
}

/** How far a side can grow until `bounds`, which grow by `growth` and move by `shift`, reach the photo's edge. */
const roomToGrow = (bounds: ReturnType<typeof rectBounds>, growth: Point, shift: Point, size: Size): number =>
  Math.min(
    growthLimit(bounds.left, growth.x - shift.x),
    growthLimit(size.width - bounds.right, growth.x + shift.x),
    growthLimit(bounds.top, growth.y - shift.y),
    growthLimit(size.height - bounds.bottom, growth.y + shift.y),
  );

/**
 * The growth at `speed` pixels per pixel that uses up `room`. The sine of a multiple of 90° is not exactly 0, hence
 * the tolerance.
 */
const growthLimit = (room: number, speed: number): number =>
  speed > 1e-9 ? (Math.max(0, room) + 1e-6) / speed : Number.POSITIVE_INFINITY;

/** Sets a box's angle, rounded to a tenth of a degree; the box stays inside the photo. A shelf stays horizontal. */
export function rectAtAngle(start: Rect, angle: number, size: Size, label: ResultClass): Rect {
  if (!canRotate(label)) return start;
  const rounded = ((Math.round(normalizeAngle(angle) * 10) / 10) % 360) + 0;
  return clampRect({ ...start, angle: rounded }, size, label);
}

/** Snaps an angle to multiples of 90° when it is close, or to steps of 15° if `isCoarse`. */
export function snapAngle(angle: number, isCoarse: boolean): number {
  // `+ 0` turns -0 into 0.
  if (isCoarse) return normalizeAngle(Math.round(angle / COARSE_ANGLE_STEP) * COARSE_ANGLE_STEP + 0);
  const quarter = Math.round(angle / 90) * 90 + 0;
  return normalizeAngle(Math.abs(angle - quarter) <= SNAP_DEGREES ? quarter : angle);
}

/** Direction from `center` to `point`, degrees clockwise from straight up, 0–360. */
export const bearing = (center: Point, point: Point): number =>
  normalizeAngle((Math.atan2(point.x - center.x, center.y - point.y) * 180) / Math.PI);

export const rectCenter = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** The box between two corners, in any direction; a shelf spans the photo. */
export function rectFromCorners(from: Point, to: Point, size: Size, label: ResultClass): Rect {
  const [a, b] = [inside(from, size), inside(to, size)];
  const rect: Rect = {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.max(MIN_DRAWN_SIDE, Math.abs(a.x - b.x)),
    height: Math.max(MIN_DRAWN_SIDE, Math.abs(a.y - b.y)),
    angle: 0,
  };
  return clampRect(rect, size, label);
}

const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.round(Math.min(Math.max(x, 0), width)),
  y: Math.round(Math.min(Math.max(y, 0), height)),
});

/** Whether the rotated box contains a point. */
export function rectContains(rect: Rect, point: Point): boolean {
  const center = rectCenter(rect);
  const local = toBoxFrame(point, center, rect.angle ?? 0);
  return Math.abs(local.x) <= rect.width / 2 && Math.abs(local.y) <= rect.height / 2;
}

/** Converts a point to the box's frame: relative to its center, along its width and height. */
export function toBoxFrame(point: Point, center: Point, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [point.x - center.x, point.y - center.y];
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin };
}
