import { type OrientationOverride, type Rect, cropBox, cropScale, cropSize } from "@precount/domain";
import sharp from "sharp";
import { scaleBox } from "./pixels/box.ts";
import { rectify } from "./pixels/rectify.ts";
import { type UprightPixels, decodeUpright } from "./upright.ts";

/** WebP quality of a crop. Handwriting stays legible when the crop is enlarged. */
const QUALITY = 75;

export interface CropOptions {
  rotation: OrientationOverride;
  /** Boxes in pixels of the upright photo. */
  rects: readonly Rect[];
}

/**
 * Cuts boxes from a photo, each with a margin and rotated upright, as WebP files in the order of the boxes. The photo is decoded once.
 * Call it in a child process only. Throws an Error with a sentence for a person.
 */
export async function cutCrops(path: string, { rotation, rects }: CropOptions): Promise<Uint8Array[]> {
  const scale = Math.max(...rects.map(cropScale));
  return cropsOf(await decodeUpright(path, rotation, (edge) => edge * scale), rects);
}

/** The same from a decoded photo. */
export async function cropsOf(photo: UprightPixels, rects: readonly Rect[]): Promise<Uint8Array[]> {
  const crops: Uint8Array[] = [];
  for (const rect of rects) {
    const size = cropSize(rect);
    const { data, width, height } = rectify(photo, scaleBox(cropBox(rect), photo.scale), size.width, size.height);
    const pixels = sharp(data, { raw: { width, height, channels: 3 } });
    crops.push(await pixels.webp({ quality: QUALITY, effort: 2 }).toBuffer());
  }
  return crops;
}
