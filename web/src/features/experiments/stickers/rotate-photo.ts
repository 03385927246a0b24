import {
  ORIENTATIONS,
  type Orientation,
  type Point,
  type Rotation,
  type Size,
  orientPoint,
  orientSize,
  unorientPoint,
} from "@precount/domain";

/** Pixels: large enough to read handwriting, small enough to render quickly. */
const MAX_SIDE_PX = 4096;

/**
 * Rotates the stored pixels of a photo by `rotation`, ignoring the orientation in its metadata (PD-17). Browsers decode photos
 * upright, so the orientation is undone first.
 */
export async function rotatePhoto(file: File, rotation: Rotation): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { size, transform } = rotationTransform(bitmap, await orientationOf(file), rotation);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(size.width, size.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser has no 2D canvas.");
  context.scale(scale, scale);
  context.transform(...transform);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The canvas could not be encoded."))),
      "image/jpeg",
      0.9,
    );
  });
}

type Transform = [a: number, b: number, c: number, d: number, e: number, f: number];

/** The size of the rotated photo and the canvas transform from the upright one. `orientation` comes from the metadata. */
export function rotationTransform(
  upright: Size,
  orientation: Orientation,
  rotation: Rotation,
): { size: Size; transform: Transform } {
  const applied = rotation === "none" ? orientation : rotation;
  const stored = orientSize(upright, orientation);
  const place = (point: Point): Point => orientPoint(unorientPoint(point, stored, orientation), stored, applied);
  const origin = place({ x: 0, y: 0 });
  const right = place({ x: upright.width, y: 0 });
  const below = place({ x: 0, y: upright.height });
  return {
    size: orientSize(stored, applied),
    transform: [
      scaleAlong(origin.x, right.x, upright.width),
      scaleAlong(origin.y, right.y, upright.width),
      scaleAlong(origin.x, below.x, upright.height),
      scaleAlong(origin.y, below.y, upright.height),
      origin.x,
      origin.y,
    ],
  };
}

/** The distance per pixel along an axis from one point to another. */
const scaleAlong = (from: number, to: number, length: number): number => (to - from) / length;

/** The orientation in the EXIF metadata; unknown for formats that store it differently. */
async function orientationOf(file: File): Promise<Orientation> {
  // Loaded on demand, because few users rotate a photo here.
  const { default: exifr } = await import("exifr");
  const exifOrientation = await exifr.orientation(file).catch(() => undefined);
  return ORIENTATIONS[exifOrientation ?? 0] ?? "unknown";
}
