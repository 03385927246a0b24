import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import { type Homography, inverse } from "./homography.ts";

/** What is seen of a picture through `onto` (its pixels → those of the result), between pixels; white beyond its edges. */
export function warp(picture: Pixels, onto: Homography, width: number, height: number): Pixels {
  const { data } = picture;
  const h = inverse(onto);
  const out = new Uint8Array(width * height * 3).fill(255);
  const [mostX, mostY] = [picture.width - 1, picture.height - 1];
  const nextRow = picture.width * 3;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const w = h[6] * x + h[7] * y + h[8];
      const u = (h[0] * x + h[1] * y + h[2]) / w;
      const v = (h[3] * x + h[4] * y + h[5]) / w;
      if (!(u >= 0 && v >= 0 && u < mostX && v < mostY)) continue;
      const [x0, y0] = [u | 0, v | 0];
      const w11 = (u - x0) * (v - y0);
      const w10 = u - x0 - w11;
      const w01 = v - y0 - w11;
      const w00 = 1 - w10 - w01 - w11;
      // Every index lies inside: u and v were checked above.
      const i = (y0 * picture.width + x0) * 3;
      for (let c = i; c < i + 3; c += 1) {
        out[to + c - i] =
          data[c]! * w00 + data[c + 3]! * w10 + data[c + nextRow]! * w01 + data[c + nextRow + 3]! * w11 + 0.5;
      }
    }
  }
  return { data: out, width, height };
}

/** The picture at another size, each pixel the mean of those it stands for. */
export async function resized(picture: Pixels, width: number, height: number): Promise<Pixels> {
  if (width === picture.width && height === picture.height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const data = await sharp(picture.data, { raw }).resize(width, height, { fit: "fill" }).raw().toBuffer();
  return { data, width, height };
}
