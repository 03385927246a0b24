import type { Label } from "../detection/result.ts";
import { clampRect, normalizeAngle } from "./clamp.ts";
import type { Point, Rect, Size } from "./rect.ts";

/**
 * What a hand does to a box: pure, in pixels of the upright photo. Every result is a box that may be stored
 * (whole pixels, inside the photo, never without area), and each starts from the box as it was when the
 * gesture began, so that going back with the pointer goes back with the box.
 */

/** Nobody can take hold of less; a box that is smaller already keeps its side. Pixels. */
export const MIN_DRAWN_SIDE = 8;
/** This near to a quarter turn a box snaps to it, degrees: less than what a model's angles are off. */
const SNAP_DEGREES = 1.5;
/** The steps of a turn with Shift, degrees. */
const COARSE_ANGLE_STEP = 15;

/** The eight handles, named as on a map of the box's own upright frame. */
export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof HANDLES)[number];

/** Which way each handle pulls: −1, 0 or 1 along the box's own width and height. */
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

/** What a label's box lets be pulled: a shelf spans the photo, so only its upper and lower edge move. */
export const handlesOf = (label: Label): readonly Handle[] => (label === "shelf" ? ["n", "s"] : HANDLES);
/** A shelf lies level. */
export const canRotate = (label: Label): boolean => label === "sticker";

/** The box pushed by `by`; it stops at the photo's edge. */
export const moveRect = (start: Rect, by: Point, size: Size, label: Label): Rect =>
  clampRect({ ...start, x: start.x + by.x, y: start.y + by.y }, size, label);

/**
 * The box with one handle pulled by `by`. The opposite corner (or edge) stays where it is in the photo,
 * turned boxes too, but for the rounding to whole pixels. Growing stops where the box would leave the photo.
 */
export function resizeRect(start: Rect, handle: Handle, by: Point, size: Size, label: Label): Rect {
  const pull = HANDLE_DIRECTION[handle];
  const radians = ((start.angle ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  // A shelf is pulled up and down only, whatever handle is asked for.
  const along = label === "shelf" ? 0 : pull.x * (by.x * cos + by.y * sin);
  const across = pull.y * (by.y * cos - by.x * sin);
  // Half of what a side grows moves the centre: away from the corner that stays.
  const wider = grow(start, "width", along, { x: (pull.x * cos) / 2, y: (pull.x * sin) / 2 }, size);
  const higher = grow(wider, "height", across, { x: (-pull.y * sin) / 2, y: (pull.y * cos) / 2 }, size);
  return clampRect(higher, size, label);
}

/** One side grown by up to `by`, the centre shifted by `shift` for each pixel of it; x and y not rounded. */
function grow(rect: Rect, side: "width" | "height", by: number, shift: Point, size: Size): Rect {
  const isWidth = side === "width";
  const growth = { x: isWidth ? 0.5 : 0, y: isWidth ? 0 : 0.5 };
  const room = Math.min(
    reach(rect.x, growth.x - shift.x),
    reach(size.width - rect.x - rect.width, growth.x + shift.x),
    reach(rect.y, growth.y - shift.y),
    reach(size.height - rect.y - rect.height, growth.y + shift.y),
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

/** How far one can go at `speed` until `room` is used up. The sines of quarter turns are not quite 0. */
const reach = (room: number, speed: number): number =>
  speed > 1e-9 ? (Math.max(0, room) + 1e-6) / speed : Number.POSITIVE_INFINITY;

/** The box turned to `angle` degrees, to a tenth; a shelf stays level. */
export function rectAtAngle(start: Rect, angle: number, label: Label): Rect {
  if (!canRotate(label)) return start;
  return { ...start, angle: ((Math.round(normalizeAngle(angle) * 10) / 10) % 360) + 0 };
}

/** Snaps to quarter turns when near one, or to steps of 15° when `isCoarse`. */
export function snapAngle(angle: number, isCoarse: boolean): number {
  // `+ 0` turns -0 into 0.
  if (isCoarse) return normalizeAngle(Math.round(angle / COARSE_ANGLE_STEP) * COARSE_ANGLE_STEP + 0);
  const quarter = Math.round(angle / 90) * 90 + 0;
  return normalizeAngle(Math.abs(angle - quarter) <= SNAP_DEGREES ? quarter : angle);
}

/** Degrees clockwise from straight up at which `point` is seen from `centre`, 0–360. */
export const bearing = (centre: Point, point: Point): number =>
  normalizeAngle((Math.atan2(point.x - centre.x, centre.y - point.y) * 180) / Math.PI);

export const rectCenter = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** The box drawn from one corner to the other, in any direction; a shelf's spans the photo. */
export function rectFromCorners(from: Point, to: Point, size: Size, label: Label): Rect {
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

/** Whether the turned box covers a point. */
export function rectContains(rect: Rect, point: Point): boolean {
  const centre = rectCenter(rect);
  const local = toBoxFrame(point, centre, rect.angle ?? 0);
  return Math.abs(local.x) <= rect.width / 2 && Math.abs(local.y) <= rect.height / 2;
}

/** `point` as the box sees it: from its centre, along its own width and height. */
export function toBoxFrame(point: Point, centre: Point, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin };
}
