import { CROP_MARGIN, type Rect, type Size } from "@precount/domain";

/**
 * The part of the photo that a crop shows: a rectangle about `center`, rotated back by `angleRad` so that the result
 * is upright.
 */
export type Crop = { center: { x: number; y: number }; width: number; height: number; angleRad: number };

/** A crop of `rect` with a margin, widened or heightened to the aspect ratio of `frame`, so that it fills the frame. */
export function cropAround(rect: Rect, frame: Size): Crop {
  const width = rect.width * (1 + 2 * CROP_MARGIN);
  const height = rect.height * (1 + 2 * CROP_MARGIN);
  const ratio = frame.width / frame.height;
  const wider = width / height < ratio;
  return {
    center: { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 },
    width: wider ? height * ratio : width,
    height: wider ? height : width / ratio,
    angleRad: ((rect.angle ?? 0) * Math.PI) / 180,
  };
}

/** Splits an unrotated box into `count` equal slices from left to right. A rotated box is returned whole. */
export function sliceRect(rect: Rect, count: number): Rect[] {
  if (count === 1 || (rect.angle ?? 0) !== 0) return [rect];
  const width = rect.width / count;
  return Array.from({ length: count }, (_, piece) => ({ ...rect, x: rect.x + piece * width, width }));
}

/**
 * The six numbers of a canvas transform that draws `crop` on a canvas of `canvasPx`.
 * @param imageScale pixels of the loaded image per pixel of the photo (a preview is smaller than the photo)
 */
export function cropTransform(
  crop: Crop,
  canvasPx: Size,
  imageScale: number,
): [a: number, b: number, c: number, d: number, e: number, f: number] {
  const scale = canvasPx.width / (crop.width * imageScale);
  const cos = Math.cos(-crop.angleRad) * scale;
  const sin = Math.sin(-crop.angleRad) * scale;
  const x = crop.center.x * imageScale;
  const y = crop.center.y * imageScale;
  return [cos, sin, -sin, cos, canvasPx.width / 2 - (x * cos - y * sin), canvasPx.height / 2 - (x * sin + y * cos)];
}
