import { type Box, radians } from "./box.ts";

/** Pixels row by row, three bytes R G B each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** How many points along each side a pixel of the result is averaged from, so that thin strokes survive. */
const tapsFor = (step: number): number => Math.min(4, Math.max(1, Math.round(step)));

/**
 * The part of a picture under a rotated box, set upright at the given size. Outside the picture its edge is repeated.
 * @param taps each pixel is the mean of taps × taps points between pixels; by default about one a pixel of the picture
 */
export function rectify(picture: Pixels, box: Box, outWidth: number, outHeight: number, taps?: number): Pixels {
  const out = new Uint8Array(outWidth * outHeight * 3);
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  const n = taps ?? tapsFor(Math.max(box.width / outWidth, box.height / outHeight));
  const [fineWidth, fineHeight] = [outWidth * n, outHeight * n];
  const [stepU, stepV] = [box.width / fineWidth, box.height / fineHeight];
  const { data, width, height } = picture;
  const [right, bottom] = [Math.max(0, width - 1.001), Math.max(0, height - 1.001)];
  const [nextPixel, nextRow] = [width > 1 ? 3 : 0, height > 1 ? width * 3 : 0];
  const sums = new Float32Array(outWidth * 3);
  for (let row = 0; row < outHeight; row++) {
    sums.fill(0);
    for (let v = row * n; v < (row + 1) * n; v++) {
      const dv = (v + 0.5) * stepV - box.height / 2;
      for (let u = 0; u < fineWidth; u++) {
        const du = (u + 0.5) * stepU - box.width / 2;
        const x = Math.min(right, Math.max(0, box.cx + du * cos - dv * sin - 0.5));
        const y = Math.min(bottom, Math.max(0, box.cy + du * sin + dv * cos - 0.5));
        // Both are small and not negative: cutting is flooring.
        const [x0, y0] = [x | 0, y | 0];
        const [fx, fy] = [x - x0, y - y0];
        const i = (y0 * width + x0) * 3;
        const j = i + nextRow;
        const [w10, w01, w11] = [fx * (1 - fy), (1 - fx) * fy, fx * fy];
        const w00 = 1 - w10 - w01 - w11;
        const at = ((u / n) | 0) * 3;
        // Every index lies inside: x and y are clamped above.
        for (let channel = 0; channel < 3; channel++) {
          const k = i + channel;
          const l = j + channel;
          sums[at + channel]! += data[k]! * w00 + data[k + nextPixel]! * w10 + data[l]! * w01 + data[l + nextPixel]! * w11;
        }
      }
    }
    for (let i = 0, at = row * outWidth * 3; i < sums.length; i++) out[at + i] = sums[i]! / (n * n) + 0.5;
  }
  return { data: out, width: outWidth, height: outHeight };
}
