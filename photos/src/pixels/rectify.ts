import type { Box } from "@precount/domain";
import { radians } from "./box.ts";

/** A row-major image, three bytes R, G, B per pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const MAX_TAPS = 4;
/** The number of samples per output pixel and axis. Averaging keeps thin strokes when the crop is reduced. */
const tapsFor = (step: number): number => Math.min(MAX_TAPS, Math.max(1, Math.round(step)));

/**
 * Cuts out the part of an image under a rotated box, upright and in the given size. Each output pixel is the mean of
 * bilinear samples, about one per image pixel. Outside the image its edge pixels are repeated.
 */
export function rectify(image: Pixels, box: Box, outWidth: number, outHeight: number): Pixels {
  const out = new Uint8Array(outWidth * outHeight * 3);
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  const across = tapsFor(box.width / outWidth);
  const down = tapsFor(box.height / outHeight);
  const stepU = box.width / (outWidth * across);
  const stepV = box.height / (outHeight * down);
  const { data, width, height } = image;
  const right = Math.max(0, width - 1.001);
  const bottom = Math.max(0, height - 1.001);
  const nextPixel = width > 1 ? 3 : 0;
  const nextRow = height > 1 ? width * 3 : 0;
  const uToX = stepU * cos;
  const uToY = stepU * sin;
  const vToX = -stepV * sin;
  const vToY = stepV * cos;
  const startX = box.cx - 0.5 - (box.width * cos - box.height * sin - uToX - vToX) / 2;
  const startY = box.cy - 0.5 - (box.width * sin + box.height * cos - uToY - vToY) / 2;
  const points = across * down;
  let to = 0;
  for (let row = 0; row < outHeight; row++) {
    for (let column = 0; column < outWidth; column++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let v = row * down, below = v + down; v < below; v++) {
        for (let u = column * across, end = u + across; u < end; u++) {
          const x = Math.min(right, Math.max(0, startX + u * uToX + v * vToX));
          const y = Math.min(bottom, Math.max(0, startY + u * uToY + v * vToY));
          // Neither is negative, so truncating is flooring.
          const x0 = x | 0;
          const y0 = y | 0;
          const w11 = (x - x0) * (y - y0);
          const w10 = x - x0 - w11;
          const w01 = y - y0 - w11;
          const w00 = 1 - w10 - w01 - w11;
          // All indices are inside the image, because x and y are clamped.
          const i = (y0 * width + x0) * 3;
          const j = i + nextPixel;
          const k = i + nextRow;
          const l = k + nextPixel;
          r += data[i]! * w00 + data[j]! * w10 + data[k]! * w01 + data[l]! * w11;
          g += data[i + 1]! * w00 + data[j + 1]! * w10 + data[k + 1]! * w01 + data[l + 1]! * w11;
          b += data[i + 2]! * w00 + data[j + 2]! * w10 + data[k + 2]! * w01 + data[l + 2]! * w11;
        }
      }
      // A typed array truncates, so adding a half rounds.
      out[to++] = r / points + 0.5;
      out[to++] = g / points + 0.5;
      out[to++] = b / points + 0.5;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}
