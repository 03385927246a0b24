import type { Patch } from "../detection/patch-schema.ts";
import type { Prediction } from "../detection/result.ts";
import type { Orientation } from "./orientation.ts";
import type { Point, Rect, Size } from "./rect.ts";

/** What each orientation does to a point of a photo of that size (edges, not pixel centres: 0…width). */
const TURN: Readonly<Record<Orientation, (p: Point, size: Size) => Point>> = {
  unknown: (p) => p,
  normal: (p) => p,
  flipHorizontal: (p, { width }) => ({ x: width - p.x, y: p.y }),
  rotate180: (p, { width, height }) => ({ x: width - p.x, y: height - p.y }),
  flipVertical: (p, { height }) => ({ x: p.x, y: height - p.y }),
  transpose: (p) => ({ x: p.y, y: p.x }),
  rotate90CW: (p, { height }) => ({ x: height - p.y, y: p.x }),
  transverse: (p, { width, height }) => ({ x: height - p.y, y: width - p.x }),
  rotate270CW: (p, { width }) => ({ x: p.y, y: width - p.x }),
};
const SIDEWAYS: ReadonlySet<Orientation> = new Set(["transpose", "rotate90CW", "transverse", "rotate270CW"]);
const MIRRORED: ReadonlySet<Orientation> = new Set(["flipHorizontal", "flipVertical", "transpose", "transverse"]);

/** All are their own inverse but the two quarter turns, which are each other's. */
export function inverseOrientation(orientation: Orientation): Orientation {
  if (orientation === "rotate90CW") return "rotate270CW";
  return orientation === "rotate270CW" ? "rotate90CW" : orientation;
}

/** The upright size of a photo stored with `size`; the same function leads back. */
export const orientSize = ({ width, height }: Size, orientation: Orientation): Size =>
  SIDEWAYS.has(orientation) ? { width: height, height: width } : { width, height };

/** Where a stored point is on the upright photo. @param size of the stored photo, pixels */
export const orientPoint = (point: Point, size: Size, orientation: Orientation): Point =>
  TURN[orientation](point, size);

/** The inverse: where an upright point is on the stored photo. @param size of the stored photo, pixels */
export const unorientPoint = (point: Point, size: Size, orientation: Orientation): Point =>
  TURN[inverseOrientation(orientation)](point, orientSize(size, orientation));

/**
 * A box of the upright photo when the photo is turned otherwise: the same piece of shelf, without loss, so
 * four quarter turns are the identity (decision 17). Width and height change places on a quarter turn and
 * the angle stays (what lay askew by 10° still does, seen by someone who turned with the photo); a mirror
 * turns the angle round. A shelf's band becomes upright with a quarter turn: it was found on a photo that
 * lay on its side, and comes back when the photo does.
 * @param size of the upright photo as it was, under `from`, pixels
 * @param from @param to effective orientations (`effectiveOrientation` of metadata and override)
 */
export function rotateRect(rect: Rect, size: Size, from: Orientation, to: Orientation): Rect {
  const stored = orientSize(size, from);
  const move = (point: Point): Point => orientPoint(unorientPoint(point, stored, from), stored, to);
  const a = move({ x: rect.x, y: rect.y });
  const b = move({ x: rect.x + rect.width, y: rect.y + rect.height });
  const turned: Rect = {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
  if (rect.angle === undefined) return turned;
  const isMirrored = MIRRORED.has(from) !== MIRRORED.has(to);
  // 0 and 360 stay what they are, or mirroring twice would make 0 of 360.
  return { ...turned, angle: isMirrored && rect.angle % 360 !== 0 ? 360 - rect.angle : rect.angle };
}

/** A detection's predictions moved along with their photo. */
export const rotatePredictions = (
  predictions: readonly Prediction[],
  size: Size,
  from: Orientation,
  to: Orientation,
): Prediction[] =>
  predictions.map((prediction) => ({ ...prediction, rect: rotateRect(prediction.rect, size, from, to) }));

/** A log's boxes moved along with their photo. */
export const rotatePatches = (patches: readonly Patch[], size: Size, from: Orientation, to: Orientation): Patch[] =>
  patches.map((patch): Patch => {
    if (patch.op === "add") {
      return { ...patch, value: { ...patch.value, rect: rotateRect(patch.value.rect, size, from, to) } };
    }
    const { value } = patch;
    return typeof value === "object" && !Array.isArray(value)
      ? { op: "replace", path: patch.path, value: rotateRect(value, size, from, to) }
      : patch;
  });
