import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import { type Homography, invertHomography } from "@precount/domain";

/** Warps an image. `onto` maps its pixels to those of the result. Interpolates bilinearly; white outside the image. */
export function warp(image: Pixels, onto: Homography, width: number, height: number): Pixels {
  const { data } = image;
  const h = invertHomography(onto);
  const out = new Uint8Array(width * height * 3).fill(255);
  const [maxX, maxY] = [image.width - 1, image.height - 1];
  const nextRow = image.width * 3;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const w = h[6] * x + h[7] * y + h[8];
      const u = (h[0] * x + h[1] * y + h[2]) / w;
      const v = (h[3] * x + h[4] * y + h[5]) / w;
      if (!(u >= 0 && v >= 0 && u < maxX && v < maxY)) continue;
      const [x0, y0] = [u | 0, v | 0];
      const w11 = (u - x0) * (v - y0);
      const w10 = u - x0 - w11;
      const w01 = v - y0 - w11;
      const w00 = 1 - w10 - w01 - w11;
      // All indices are inside the image, because u and v were checked above.
      const i = (y0 * image.width + x0) * 3;
      for (let c = i; c < i + 3; c += 1) {
        out[to + c - i] =
          data[c]! * w00 + data[c + 3]! * w10 + data[c + nextRow]! * w01 + data[c + nextRow + 3]! * w11 + 0.5;
      }
    }
  }
  return { data: out, width, height };
}

/** Resizes an image, averaging the pixels that a smaller pixel covers. */
export async function resize(image: Pixels, width: number, height: number): Promise<Pixels> {
  if (width === image.width && height === image.height) return image;
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const data = await sharp(image.data, { raw }).resize(width, height, { fit: "fill" }).raw().toBuffer();
  return { data, width, height };
}
