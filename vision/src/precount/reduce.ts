import sharp from "sharp";
import type { Pixels } from "@precount/photos";

/** A part of a picture, whole pixels. */
export type Region = { left: number; top: number; width: number; height: number };

/**
 * Reduces a picture, or a part of it: halves it while it is at least twice too large, then resizes linearly over the area of a pixel
 * (training does the same with Pillow's `reducing_gap`).
 * @param width,height pixels, at most the picture's or the part's
 */
export async function reduce(picture: Pixels, width: number, height: number, part?: Region): Promise<Pixels> {
  if (!part && width === picture.width && height === picture.height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const whole = sharp(picture.data, { raw, limitInputPixels: false });
  const data = await (part ? whole.extract(part) : whole)
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  return { data, width, height };
}
