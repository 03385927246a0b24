import sharp from "sharp";
import type { Pixels } from "./pixels/rectify.ts";

/** A gray image, row by row from the top, one byte per pixel. */
export interface GrayImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * The gray values of a decoded photo, three bytes R, G, B per pixel. Gray is the green channel, which carries most of the brightness:
 * a weighted sum takes five times as long.
 */
export async function toGray({ data, width, height }: Pixels): Promise<GrayImage> {
  const photo = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  return { data: await photo.extractChannel(1).raw().toBuffer(), width, height };
}

/**
 * Reduces a gray image to a long edge of about `edgePx`. A block is averaged from up to four of its pixels: reading all of them takes
 * more than twice the time and finds the same corners.
 */
export function reduceGray({ data, width, height }: GrayImage, edgePx: number): GrayImage {
  const block = Math.max(1, Math.round(Math.max(width, height) / edgePx));
  const size = { width: Math.max(1, Math.floor(width / block)), height: Math.max(1, Math.floor(height / block)) };
  const out = new Uint8Array(size.width * size.height);
  const step = Math.ceil(block / 2);
  const perSide = Math.ceil(block / step);
  const offsets = Int32Array.from(
    { length: perSide ** 2 },
    (_, n) => Math.trunc(n / perSide) * step * width + (n % perSide) * step,
  );
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, to++) {
      const from = y * block * width + x * block;
      let sum = 0;
      // All indices are inside the image, because whole blocks fit into it.
      for (let n = 0; n < offsets.length; n++) sum += data[from + offsets[n]!]!;
      out[to] = sum / offsets.length;
    }
  }
  return { data: out, ...size };
}

/** Reduces a gray image by `factor`, 1–2, with bilinear samples. */
export function shrink({ data, width, height }: GrayImage, factor: number): GrayImage {
  const outWidth = Math.floor(width / factor);
  const outHeight = Math.floor(height / factor);
  const out = new Uint8Array(outWidth * outHeight);
  const lefts = new Int32Array(outWidth);
  const besides = new Float64Array(outWidth);
  for (let x = 0; x < outWidth; x++) {
    const sourceX = Math.min(width - 1.001, (x + 0.5) * factor - 0.5);
    lefts[x] = sourceX;
    besides[x] = sourceX - Math.trunc(sourceX);
  }
  for (let y = 0; y < outHeight; y++) {
    const sourceY = Math.min(height - 1.001, (y + 0.5) * factor - 0.5);
    const top = Math.trunc(sourceY);
    const below = sourceY - top;
    for (let x = 0; x < outWidth; x++) {
      const beside = besides[x]!;
      const i = top * width + lefts[x]!;
      // Inside the image, because both coordinates end before the last pixel.
      const upper = data[i]! * (1 - beside) + data[i + 1]! * beside;
      const lower = data[i + width]! * (1 - beside) + data[i + width + 1]! * beside;
      out[y * outWidth + x] = upper * (1 - below) + lower * below;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}

/**
 * The sums of 5 × 5 pixels around each pixel, for the pixels at least 3 px from the edges. Descriptors compare these sums instead of
 * pixels, because noise changes them less.
 */
export function boxSums({ data, width, height }: GrayImage): Uint16Array {
  const across = new Uint16Array(data.length);
  // Sums that continue over the end of a row are wrong; they lie within 2 px of the edges and are not read.
  let sum = 0;
  for (let i = 0; i < data.length; i++) {
    sum += data[i]! - (i >= 5 ? data[i - 5]! : 0);
    if (i >= 2) across[i - 2] = sum;
  }
  const sums = new Uint16Array(data.length);
  for (let i = 0; i < width * 5; i++) sums[2 * width + (i % width)]! += across[i]!;
  for (let i = 3 * width, end = (height - 2) * width; i < end; i++) {
    sums[i] = sums[i - width]! + across[i + 2 * width]! - across[i - 3 * width]!;
  }
  return sums;
}
