import { type OrientationOverride, type Rect, exampleRegion } from "@precount/domain";
import sharp from "sharp";
import { decodeUpright } from "./upright.ts";

/** JPEG quality without reduced colors: readers that learn from a crop must see what they see in the photo. */
const QUALITY = 95;

export interface ExampleCropOptions {
  rotation: OrientationOverride;
  /** Boxes in pixels of the upright photo. */
  rects: readonly Rect[];
}

/** A part of a photo, as a JPEG file, and a box in its pixels. */
export interface ExampleCrop {
  contents: Uint8Array;
  box: Rect;
}

/**
 * Cuts boxes with their surroundings from a photo at full size, upright but not rotated with the box. Null for a box outside of the
 * photo. Call it in a child process only. Throws an Error with a sentence for a person.
 */
export async function cutExamples(
  path: string,
  { rotation, rects }: ExampleCropOptions,
): Promise<(ExampleCrop | null)[]> {
  const { data, width, height } = await decodeUpright(path, rotation);
  const photo = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  const crops: (ExampleCrop | null)[] = [];
  for (const rect of rects) {
    const region = exampleRegion(rect, { width, height });
    if (region === null) {
      crops.push(null);
      continue;
    }
    const part = photo.clone().extract({ left: region.x, top: region.y, width: region.width, height: region.height });
    const contents = await part.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" }).toBuffer();
    crops.push({ contents, box: { ...rect, x: rect.x - region.x, y: rect.y - region.y } });
  }
  return crops;
}
