import type { GrayImage } from "./gray-image.ts";

/** A corner and its strength. Pixels of the image in which it was found. */
export interface Corner {
  x: number;
  y: number;
  score: number;
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
/** Pixels in a row on the circle that must all be brighter, or all darker, than the corner. */
const ARC = 9;

/**
 * Corners by FAST-9 (Rosten and Drummond, "Machine learning for high-speed corner detection", 2006), without the decision tree: the
 * strongest `perCell` of each cell of `cellPx`, so that a package full of print does not take all of them.
 * @param border distance of the corners from the image's edges, at least 3, pixels
 * @param threshold difference of gray values, 0–255
 */
export function fastCorners(
  image: GrayImage,
  { border, cellPx, perCell, threshold }: { border: number; cellPx: number; perCell: number; threshold: number },
): Corner[] {
  const { width, height } = image;
  const scores = cornerScores(image, border, threshold);
  const corners: Corner[] = [];
  for (let top = border; top < height - border; top += cellPx) {
    for (let left = border; left < width - border; left += cellPx) {
      const bottom = Math.min(top + cellPx, height - border);
      const right = Math.min(left + cellPx, width - border);
      const found = cornersOfCell(scores, width, { left, top, right, bottom });
      corners.push(...found.toSorted((a, b) => b.score - a.score || a.y - b.y || a.x - b.x).slice(0, perCell));
    }
  }
  return corners;
}

/** The pixels of a cell that are the strongest of their 3 × 3 neighbors. */
function cornersOfCell(
  scores: Uint16Array,
  width: number,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): Corner[] {
  const found: Corner[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const score = scores[i]!;
      if (score > 0 && isStrongest(scores, i, width)) found.push({ x, y, score });
    }
  }
  return found;
}

/** Of two equal neighbors the first one counts. */
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

/** For each pixel the sum of the differences on its circle beyond the threshold; 0 for a pixel that is no corner. */
function cornerScores({ data, width, height }: GrayImage, border: number, threshold: number): Uint16Array {
  const scores = new Uint16Array(data.length);
  const offsets = Int32Array.from(CIRCLE, ([x, y]) => y * width + x);
  const vertical = 3 * width;
  for (let y = border; y < height - border; y++) {
    for (let i = y * width + border, end = (y + 1) * width - border; i < end; i++) {
      // The circle lies inside the image, because the border is at least its radius.
      const center = data[i]!;
      const low = center - threshold;
      const high = center + threshold;
      // An arc of 9 contains one of two opposite pixels: most pixels end here.
      const above = data[i - vertical]!;
      const below = data[i + vertical]!;
      if (above >= low && above <= high && below >= low && below <= high) continue;
      const left = data[i - 3]!;
      const right = data[i + 3]!;
      if (left >= low && left <= high && right >= low && right <= high) continue;
      scores[i] = arcScore(data, i, offsets, threshold);
    }
  }
  return scores;
}

function arcScore(data: Uint8Array, i: number, offsets: Int32Array, threshold: number): number {
  const center = data[i]!;
  let brighter = 0;
  let darker = 0;
  let brighterSum = 0;
  let darkerSum = 0;
  for (let n = 0; n < offsets.length; n++) {
    const difference = data[i + offsets[n]!]! - center;
    if (difference > threshold) {
      brighter |= 1 << n;
      brighterSum += difference - threshold;
    } else if (difference < -threshold) {
      darker |= 1 << n;
      darkerSum -= difference + threshold;
    }
  }
  return Math.max(hasArc(brighter) ? brighterSum : 0, hasArc(darker) ? darkerSum : 0);
}

/** Whether a circle of 16 bits has nine set bits in a row. */
function hasArc(bits: number): boolean {
  let run = bits | (bits << 16);
  for (let n = 1; n < ARC; n++) run &= run >>> 1;
  return (run & 0xff_ff) !== 0;
}
