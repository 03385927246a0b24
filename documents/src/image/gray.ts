import type { Pixels } from "@precount/photos";

/** A row-major gray image, one byte per pixel; 0 is black. */
export interface GrayImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Converts to gray by the luma weights of ITU-R BT.601. */
export function toGray({ data, width, height }: Pixels): GrayImage {
  const gray = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < gray.length; i += 1, from += 3) {
    gray[i] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  }
  return { data: gray, width, height };
}

/**
 * Adaptive threshold: 1 where a pixel is darker than the mean of its surroundings (a square with an edge of 2 · `reach` + 1) by
 * more than `share` of it, else 0.
 */
export function adaptiveThreshold({ data, width, height }: GrayImage, reach: number, share: number): Uint8Array {
  const sums = integral(data, width, height);
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - reach) * (width + 1);
    const rows = Math.min(height, y + reach + 1) - Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1) * (width + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum =
        (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
      const mean = sum / (rows * (right - left));
      if ((data[y * width + x] ?? 0) < mean * (1 - share)) mask[y * width + x] = 1;
    }
  }
  return mask;
}

/** The integral image, with an empty first row and column. 255 · 16 million pixels fit into 32 bits. */
function integral(data: Uint8Array, width: number, height: number): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/** Swaps rows and columns. */
export function transpose({ data, width, height }: GrayImage): GrayImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] ?? 0;
  }
  return { data: turned, width: height, height: width };
}
