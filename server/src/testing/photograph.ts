import type { Pixels } from "./render-pdf.ts";

type Point = readonly [x: number, y: number];
type Corners = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];

export interface Shot {
  /** The photo's size, pixels. */
  width: number;
  height: number;
  /** The paper's corners in the photo, as fractions of its width and height. */
  corners: Corners;
  /** The radius of the blur, pixels. */
  blurPx: number;
  /** The brightness at the left and right edge; 1 is full. */
  light: readonly [left: number, right: number];
  /** The maximum sensor noise, of 255. */
  noise: number;
  seed: number;
}

const TABLE = 96;

/** Simulates a gray photo of a page: at an angle, unevenly lit, slightly out of focus, with noise. */
export function photograph(page: Pixels, shot: Shot, background?: Pixels): Pixels {
  const { width, height } = shot;
  const toPage = homography(shot, page);
  const light = new Float32Array(width * height);
  const at = { u: 0, v: 0 };
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      toPage(x + 0.5, y + 0.5, at);
      const { u, v } = at;
      const isOn = u >= 0 && v >= 0 && u < page.width - 1 && v < page.height - 1;
      light[i] = isOn ? sample(page, u, v) : background ? (background.data[i * 4 + 1] ?? 0) : TABLE;
    }
  }
  const sharp = blurred(blurred(light, width, height, shot.blurPx, 1), width, height, shot.blurPx, width);
  const random = mulberry32(shot.seed);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < sharp.length; i += 1) {
    const x = (i % width) / width;
    const lit = (sharp[i] ?? 0) * (shot.light[0] * (1 - x) + shot.light[1] * x);
    // Set one by one, because fill() takes ten times as long for three values.
    const grey = lit + (random() * 2 - 1) * shot.noise;
    data[i * 4] = grey;
    data[i * 4 + 1] = grey;
    data[i * 4 + 2] = grey;
    data[i * 4 + 3] = 255;
  }
  return { data, width, height };
}

/** Interpolates the green values of the four nearest pixels. */
function sample({ data, width }: Pixels, u: number, v: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [dx, dy] = [u - x, v - y];
  const first = (y * width + x) * 4 + 1;
  const below = first + width * 4;
  const top = (data[first] ?? 0) * (1 - dx) + (data[first + 4] ?? 0) * dx;
  return top * (1 - dy) + ((data[below] ?? 0) * (1 - dx) + (data[below + 4] ?? 0) * dx) * dy;
}

/** A box of 2 · radius + 1 pixels, along rows (step 1) or columns (step width); the radius may be a fraction. */
function blurred(light: Float32Array, width: number, height: number, radiusPx: number, step: number): Float32Array {
  const whole = Math.floor(radiusPx);
  const rest = radiusPx - whole;
  const result = new Float32Array(light.length);
  const total = 1 + 2 * radiusPx;
  for (let at = 0; at < width * height; at += 1) {
    let sum = light[at] ?? 0;
    for (let by = 1; by <= whole + 1; by += 1) {
      const weight = by <= whole ? 1 : rest;
      const own = light[at] ?? 0;
      sum += weight * ((light[at - by * step] ?? own) + (light[at + by * step] ?? own));
    }
    result[at] = sum / total;
  }
  return result;
}

/** Writes the position into an existing array, because it is called millions of times. */
type ToPage = (x: number, y: number, to: { u: number; v: number }) => void;

/** Maps a pixel of the photo to the page (Heckbert's square-to-quadrilateral mapping, inverted). */
function homography(shot: Shot, page: Pixels): ToPage {
  const [p0, p1, p2, p3] = shot.corners.map(([x, y]) => [x * shot.width, y * shot.height] as const);
  if (!p0 || !p1 || !p2 || !p3) throw new Error("a page has four corners");
  const [dx1, dx2, sx] = [p1[0] - p2[0], p3[0] - p2[0], p0[0] - p1[0] + p2[0] - p3[0]];
  const [dy1, dy2, sy] = [p1[1] - p2[1], p3[1] - p2[1], p0[1] - p1[1] + p2[1] - p3[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const [a, b, c] = [p1[0] - p0[0] + g * p1[0], p3[0] - p0[0] + h * p3[0], p0[0]];
  const [d, e, f] = [p1[1] - p0[1] + g * p1[1], p3[1] - p0[1] + h * p3[1], p0[1]];
  // The adjugate is the inverse up to a factor that cancels out.
  const m = [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
  ] as const;
  const last = a * e - b * d;
  return (x, y, to) => {
    const w = m[6] * x + m[7] * y + last;
    to.u = ((m[0] * x + m[1] * y + m[2]) / w) * page.width;
    to.v = ((m[3] * x + m[4] * y + m[5]) / w) * page.height;
  };
}

/** Pseudorandom numbers from 0 to 1, reproducible by seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
