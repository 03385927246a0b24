import sharp from "sharp";
import type { Pixels } from "@precount/photos";

/**
 * Reduces a picture: halves it while it is at least twice too large, then resizes linearly over the area of a pixel
 * (training does the same with Pillow's `reducing_gap`).
 * @param width,height pixels, at most the picture's
 */
export async function reduce(picture: Pixels, width: number, height: number): Promise<Pixels> {
  if (width === picture.width && height === picture.height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const data = await sharp(picture.data, { raw, limitInputPixels: false })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  return { data, width, height };
}
