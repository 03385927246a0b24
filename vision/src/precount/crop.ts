import type { Box } from "@precount/domain";
import { corners, type Pixels, rectify } from "@precount/photos";

/** Maximum number of photo pixels, along each side, whose mean is one crop pixel. */
const MAX_SAMPLES = 6;
const samplesFor = (step: number): number => Math.min(MAX_SAMPLES, Math.max(1, Math.ceil(step)));

/**
 * The part of a photo under a rotated box, set upright at the given size. Where the photo is finer than the crop in
 * both directions, each pixel is the mean of photo pixels spread evenly over it: the reader reads this as well as
 * interpolated pixels, and it is four times as fast. Outside the photo its edge is repeated.
 */
function cutCrop(photo: Pixels, box: Box, outWidth: number, outHeight: number): Pixels {
  const across = samplesFor(box.width / outWidth);
  const down = samplesFor(box.height / outHeight);
  if (across === 1 || down === 1) return rectify(photo, box, outWidth, outHeight);
  const [from, right, , below] = corners(box);
  const out = new Uint8Array(outWidth * outHeight * 3);
  const sums = new Int32Array(outWidth * 3);
  const columns = outWidth * across;
  const rows = outHeight * down;
  const step = { x: fixed((right.x - from.x) / columns), y: fixed((right.y - from.y) / columns) };
  for (let row = 0; row < rows; row++) {
    const share = (row + 0.5) / rows;
    const start = {
      x: fixed(from.x + (below.x - from.x) * share) + (step.x >> 1),
      y: fixed(from.y + (below.y - from.y) * share) + (step.y >> 1),
    };
    addLine(photo, { start, step, across }, sums);
    if ((row + 1) % down !== 0) continue;
    const to = ((row + 1) / down - 1) * sums.length;
    // A typed array truncates: adding 0.5 rounds.
    for (let i = 0; i < sums.length; i++) out[to + i] = sums[i]! / (across * down) + 0.5;
    sums.fill(0);
  }
  return { data: out, width: outWidth, height: outHeight };
}

interface CropSize {
  widthPx: number;
  heightPx: number;
  /** Level (0–255) around the box. */
  fill: number;
}

/** The part of a photo under a rotated box, as large as fits the crop, its aspect ratio kept. */
export function fitCrop(photo: Pixels, box: Box, { widthPx, heightPx, fill }: CropSize): Pixels {
  const scale = Math.min(widthPx / box.width, heightPx / box.height);
  const sideOf = (length: number, max: number): number => Math.min(max, Math.max(1, Math.round(length * scale)));
  const width = sideOf(box.width, widthPx);
  const height = sideOf(box.height, heightPx);
  const inner = cutCrop(photo, box, width, height);
  if (width === widthPx && height === heightPx) return inner;
  const data = new Uint8Array(widthPx * heightPx * 3).fill(fill);
  const left = Math.floor((widthPx - width) / 2);
  const top = Math.floor((heightPx - height) / 2);
  for (let row = 0; row < height; row++) {
    const line = inner.data.subarray(row * width * 3, (row + 1) * width * 3);
    data.set(line, ((top + row) * widthPx + left) * 3);
  }
  return { data, width: widthPx, height: heightPx };
}

/** Fixed-point coordinate in 1/65536 pixel, which fits 32 bits: photos have at most 2¹⁵ pixels a side. */
const fixed = (px: number): number => Math.round(px * 65_536);

type Step = { x: number; y: number };
type Line = { start: Step; step: Step; across: number };

/** Adds the photo's pixels along a line to `sums`, each over `across` neighboring pixels. */
function addLine(photo: Pixels, line: Line, sums: Int32Array): void {
  const steps = (sums.length / 3) * line.across - 1;
  const isInside = (at: number, by: number, size: number): boolean =>
    Math.min(at, at + by * steps) >= 0 && Math.max(at, at + by * steps) >> 16 < size;
  const { start, step } = line;
  const isLineInside = isInside(start.x, step.x, photo.width) && isInside(start.y, step.y, photo.height);
  // Clamping would add half of the running time: only lines that leave the photo are clamped.
  (isLineInside ? addInside : addAtEdge)(photo, line, sums);
}

/** Adds a line that is inside the photo. Most time of a crop is spent here, so it uses integers only. */
function addInside({ data, width }: Pixels, { start, step, across }: Line, sums: Int32Array): void {
  const { x: stepX, y: stepY } = step;
  let { x, y } = start;
  for (let to = 0; to < sums.length; to += 3) {
    let r = 0;
    let g = 0;
    let b = 0;
    for (let k = 0; k < across; k++) {
      // The caller has checked that the whole line is inside the photo.
      const i = ((y >> 16) * width + (x >> 16)) * 3;
      r += data[i]!;
      g += data[i + 1]!;
      b += data[i + 2]!;
      x = (x + stepX) | 0;
      y = (y + stepY) | 0;
    }
    sums[to]! += r;
    sums[to + 1]! += g;
    sums[to + 2]! += b;
  }
}

function addAtEdge({ data, width, height }: Pixels, { start, step, across }: Line, sums: Int32Array): void {
  let { x, y } = start;
  for (let to = 0; to < sums.length; to += 3) {
    for (let k = 0; k < across; k++) {
      const column = Math.min(width - 1, Math.max(0, x >> 16));
      const row = Math.min(height - 1, Math.max(0, y >> 16));
      for (let color = 0; color < 3; color++) sums[to + color]! += data[(row * width + column) * 3 + color]!;
      x += step.x;
      y += step.y;
    }
  }
}
