import sharp from "sharp";
import type { Pixels } from "@precount/photos";

/**
 * A smaller picture: halved and so on while it is twice too large or more, then linearly over the area that a pixel
 * covers (training does the same with Pillow's `reducing_gap`).
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
