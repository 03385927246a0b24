import type { Patch } from "../detection/patch-schema.ts";
import type { Prediction } from "../detection/result.ts";
import type { Orientation } from "./orientation.ts";
import type { Point, Rect, Size } from "./rect.ts";

/**
 * Maps a point of the stored photo to the upright photo, per orientation (edge coordinates, 0…width, not pixel
 * centers).
 */
const TO_UPRIGHT: Readonly<Record<Orientation, (p: Point, size: Size) => Point>> = {
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
const SWAPS_SIDES: ReadonlySet<Orientation> = new Set(["transpose", "rotate90CW", "transverse", "rotate270CW"]);
const MIRRORED: ReadonlySet<Orientation> = new Set(["flipHorizontal", "flipVertical", "transpose", "transverse"]);

/** Each orientation is its own inverse, except for the two 90° rotations, which are inverse to each other. */
export function inverseOrientation(orientation: Orientation): Orientation {
  if (orientation === "rotate90CW") return "rotate270CW";
  return orientation === "rotate270CW" ? "rotate90CW" : orientation;
}

/** The upright size of a photo with stored size `size`; the same function computes the reverse. */
export const orientSize = ({ width, height }: Size, orientation: Orientation): Size =>
  SWAPS_SIDES.has(orientation) ? { width: height, height: width } : { width, height };

/** Converts a stored point to the upright photo. @param size of the stored photo, pixels */
export const orientPoint = (point: Point, size: Size, orientation: Orientation): Point =>
  TO_UPRIGHT[orientation](point, size);

/** Converts an upright point to the stored photo. @param size of the stored photo, pixels */
export const unorientPoint = (point: Point, size: Size, orientation: Orientation): Point =>
  TO_UPRIGHT[inverseOrientation(orientation)](point, orientSize(size, orientation));

/**
 * Moves a box along when the photo's orientation changes, without loss: four 90° rotations are the identity (PD-17).
 * A 90° rotation swaps width and height and keeps the angle, because the box rotates with the photo; mirroring
 * negates the angle. A shelf's box becomes vertical after a 90° rotation, because it was found on a photo that was
 * sideways, and returns when the photo is rotated back.
 * @param size of the upright photo before, under `from`, pixels
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
  return { ...turned, angle: isMirrored ? mirrorAngle(rect.angle) : rect.angle };
}

/** 360 − 359.9 is 0.1000000000000227: without the rounding, mirroring twice would change an angle. */
function mirrorAngle(angle: number): number {
  // 0 and 360 are kept, otherwise mirroring twice would turn 0 into 360.
  return angle % 360 === 0 ? angle : (Math.round((360 - angle) * 1e9) / 1e9) % 360;
}

/** Rotates a detection's predictions with their photo. */
export const rotatePredictions = (
  predictions: readonly Prediction[],
  size: Size,
  from: Orientation,
  to: Orientation,
): Prediction[] =>
  predictions.map((prediction) => ({ ...prediction, rect: rotateRect(prediction.rect, size, from, to) }));

/** Rotates the boxes in a patch log with their photo. */
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
