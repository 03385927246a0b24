import type { GrayImage } from "../gray-image.ts";

/** A corner and its strength. Pixels of the image in which it was found. */
export interface Corner {
  x: number;
  y: number;
  score: number;
}

export interface CornerSearch {
  border: number;
  cellPx: number;
  perCell: number;
  threshold: number;
  clearThreshold: number;
}

/** A part of an image, pixels; without its right column and its bottom row. */
interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The circle of 16 pixels around a corner, clockwise from the top. */
const CIRCLE: readonly (readonly [number, number])[] = [
  [0, -3],
  [1, -3],
  [2, -2],
  [3, -1],
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 3],
  [-1, 3],
  [-2, 2],
  [-3, 1],
  [-3, 0],
  [-3, -1],
  [-2, -2],
  [-1, -3],
];
/**
 * Corners by FAST-9: nine pixels in a row on the circle are all brighter or all darker than the corner (Rosten and Drummond, "Machine
 * learning for high-speed corner detection", 2006). Without the decision tree. The strongest `perCell` of each cell of `cellPx`, because
 * otherwise a package full of print takes all of them.
 * Cells with fewer corners are searched again with `threshold` (as in ORB-SLAM; Mur-Artal et al., 2015): in a shelf photo nearly every
 * cell has strong corners, and the weak ones of print take most of the time.
 * @param border distance of the corners from the image's edges, at least 4, pixels
 * @param threshold least difference of gray values, 0–255
 * @param clearThreshold difference of gray values of a strong corner
 */
export function fastCorners(
  image: GrayImage,
  { border, cellPx, perCell, threshold, clearThreshold }: CornerSearch,
): Corner[] {
  const { width, height } = image;
  const scores = new Uint16Array(image.data.length);
  scoreCorners(
    image,
    scores,
    { left: border, top: border, right: width - border, bottom: height - border },
    clearThreshold,
  );
  const corners: Corner[] = [];
  for (let top = border; top < height - border; top += cellPx) {
    for (let left = border; left < width - border; left += cellPx) {
      const bottom = Math.min(top + cellPx, height - border);
      const right = Math.min(left + cellPx, width - border);
      const cell = { left, top, right, bottom };
      let found = strongestOfCell(scores, width, cell, perCell);
      if (found.length < perCell) {
        // Includes a border of one pixel, because pixels at the edge are compared with their neighbors.
        scoreCorners(image, scores, { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 }, threshold);
        found = strongestOfCell(scores, width, cell, perCell);
      }
      corners.push(...found);
    }
  }
  return corners;
}

/** The strongest `count` pixels of a cell that are the strongest of their 3 × 3 neighbors; of equal ones the first. */
function strongestOfCell(
  scores: Uint16Array,
  width: number,
  { left, top, right, bottom }: Region,
  count: number,
): Corner[] {
  const best: Corner[] = [];
  // Only a score above this one may be among the best.
  let least = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left, end = y * width + right; i < end; i++) {
      const score = scores[i]!;
      if (score <= least || !isStrongest(scores, i, width)) continue;
      if (best.length === count) best.pop();
      const after = best.findIndex((other) => other.score < score);
      best.splice(after < 0 ? best.length : after, 0, { x: i - y * width, y, score });
      if (best.length === count) least = best[count - 1]!.score;
    }
  }
  return best;
}

/** If two neighbors are equal, the first one counts. */
function isStrongest(scores: Uint16Array, i: number, width: number): boolean {
  const score = scores[i]!;
  return (
    score > scores[i - 1]! &&
    score > scores[i - width - 1]! &&
    score > scores[i - width]! &&
    score > scores[i - width + 1]! &&
    score >= scores[i + 1]! &&
    score >= scores[i + width - 1]! &&
    score >= scores[i + width]! &&
    score >= scores[i + width + 1]!
  );
}

/** Scores the corners of a region: the sum of the differences on a pixel's circle beyond the threshold. Other pixels stay as they are. */
function scoreCorners(
  { data, width }: GrayImage,
  scores: Uint16Array,
  { left: from, top, right: to, bottom }: Region,
  threshold: number,
): void {
  const offsets = Int32Array.from(CIRCLE, ([x, y]) => y * width + x);
  const vertical = 3 * width;
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + from, end = y * width + to; i < end; i++) {
      // The circle lies inside the image, because the border is at least its radius.
      const center = data[i]!;
      const low = center - threshold;
      const high = center + threshold;
      // An arc of 9 contains one of two opposite pixels, so one vertical and one horizontal pixel differ in the same direction. Most
      // pixels end here.
      const above = data[i - vertical]!;
      const below = data[i + vertical]!;
      const isBright = above > high || below > high;
      const isDark = above < low || below < low;
      if (!isBright && !isDark) continue;
      const left = data[i - 3]!;
      const right = data[i + 3]!;
      if (isBright && (left > high || right > high)) scores[i] = brightScore(data, i, offsets, high);
      if (scores[i] === 0 && isDark && (left < low || right < low)) scores[i] = darkScore(data, i, offsets, low);
    }
  }
}

/** The sum of the circle's differences above `high`; 0 without an arc of brighter pixels. */
function brightScore(data: Uint8Array, i: number, offsets: Int32Array, high: number): number {
  // The diagonal pixels too are opposite each other.
  if (
    (data[i + offsets[2]!]! <= high && data[i + offsets[10]!]! <= high) ||
    (data[i + offsets[6]!]! <= high && data[i + offsets[14]!]! <= high)
  )
    return 0;
  let bits = 0;
  let sum = 0;
  for (let n = 0; n < 16; n++) {
    const difference = data[i + offsets[n]!]! - high;
    if (difference > 0) {
      bits |= 1 << n;
      sum += difference;
    }
  }
  return hasArc(bits) ? sum : 0;
}

/** The sum of the circle's differences below `low`; 0 without an arc of darker pixels. */
function darkScore(data: Uint8Array, i: number, offsets: Int32Array, low: number): number {
  // The diagonal pixels too are opposite each other.
  if (
    (data[i + offsets[2]!]! >= low && data[i + offsets[10]!]! >= low) ||
    (data[i + offsets[6]!]! >= low && data[i + offsets[14]!]! >= low)
  )
    return 0;
  let bits = 0;
  let sum = 0;
  for (let n = 0; n < 16; n++) {
    const difference = low - data[i + offsets[n]!]!;
    if (difference > 0) {
      bits |= 1 << n;
      sum += difference;
    }
  }
  return hasArc(bits) ? sum : 0;
}

/** Whether a circle of 16 bits has nine set bits in a row: runs of two, four, eight and then nine. */
function hasArc(bits: number): boolean {
  let run = bits | (bits << 16);
  run &= run >>> 1;
  run &= run >>> 2;
  run &= run >>> 4;
  run &= run >>> 1;
  return (run & 0xff_ff) !== 0;
}
