import { type Box, radians } from "./box.ts";

/** Pixels row by row, three bytes R G B each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * The part of a picture under a rotated box, set upright at the given size. Where it shrinks, several points
 * are averaged, so that thin strokes survive. Outside the picture its edge is repeated.
 */
export function rectify(picture: Pixels, box: Box, outWidth: number, outHeight: number): Pixels {
  const out = new Uint8Array(outWidth * outHeight * 3);
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  const stepU = box.width / outWidth;
  const stepV = box.height / outHeight;
  const taps = Math.min(4, Math.max(1, Math.round(Math.max(stepU, stepV))));
  const { data, width, height } = picture;
  let at = 0;
  for (let row = 0; row < outHeight; row++) {
    for (let column = 0; column < outWidth; column++) {
      let [r, g, b] = [0, 0, 0];
      for (let tap = 0; tap < taps * taps; tap++) {
        const u = (column + ((tap % taps) + 0.5) / taps) * stepU - box.width / 2;
        const v = (row + (Math.floor(tap / taps) + 0.5) / taps) * stepV - box.height / 2;
        const x = Math.min(width - 1.001, Math.max(0, box.cx + u * cos - v * sin - 0.5));
        const y = Math.min(height - 1.001, Math.max(0, box.cy + u * sin + v * cos - 0.5));
        const x0 = Math.floor(x);
        const y0 = Math.floor(y);
        const fx = x - x0;
        const fy = y - y0;
        const i = (y0 * width + x0) * 3;
        const j = i + (x0 + 1 < width ? 3 : 0);
        const down = y0 + 1 < height ? width * 3 : 0;
        const [w00, w10, w01, w11] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
        // Every index lies inside: x and y are clamped above.
        r += data[i]! * w00 + data[j]! * w10 + data[i + down]! * w01 + data[j + down]! * w11;
        g += data[i + 1]! * w00 + data[j + 1]! * w10 + data[i + down + 1]! * w01 + data[j + down + 1]! * w11;
        b += data[i + 2]! * w00 + data[j + 2]! * w10 + data[i + down + 2]! * w01 + data[j + down + 2]! * w11;
      }
      const n = taps * taps;
      out[at++] = Math.round(r / n);
      out[at++] = Math.round(g / n);
      out[at++] = Math.round(b / n);
    }
  }
  return { data: out, width: outWidth, height: outHeight };
}
