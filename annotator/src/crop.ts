import type { Rect, Size } from "@precount/domain";

/** Share of its own size that is shown around a label. */
const CROP_MARGIN = 0.12;

/** What of the photo a crop shows: a box about `centre`, turned back by `angle` so that it stands straight. */
export type Crop = { center: { x: number; y: number }; width: number; height: number; angleRad: number };

/** A crop of `rect` with some room around it, in the proportions of `frame`, so that it fills the frame. */
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

/** An upright box in `count` equal pieces from left to right; what is turned stays whole. */
export function sliceRect(rect: Rect, count: number): Rect[] {
  if (count === 1 || (rect.angle ?? 0) !== 0) return [rect];
  const width = rect.width / count;
  return Array.from({ length: count }, (_, piece) => ({ ...rect, x: rect.x + piece * width, width }));
}

/**
 * The six numbers of a canvas transform that draws `crop` over a canvas of `canvasPx`. `pictureScale` is
 * pixels of the loaded picture per pixel of the photo (a preview is smaller than the photo).
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
