import type { Homography, Point } from "./homography.ts";

/**
 * Lines that run together in one point, as the rows of a page do when it is seen at an angle: the line at height t goes
 * through (0, t) and rises by (slope + turn · t) for each pixel to the right. For columns x and y are exchanged.
 */
export interface Pencil {
  slope: number;
  turn: number;
}

/** tan of 24°: askew and seen from the side together. */
const MOST_SLOPE = 0.45;
/** Times half the picture's edge: a page leaning by 25° before a phone's camera. */
const MOST_TURN = 0.42;

/**
 * The pencil that draws the points (about their own middle, at most `reach` from it) together into the sharpest rows:
 * where text stands in rows and rules are drawn, few rows hold most of the points. About another middle, pencils that
 * shrink the side where the points are would win. Lines that are known to be parallel do not turn.
 */
export function sharpestPencil(points: readonly Point[], reach: number, isParallel: boolean): Pencil {
  let best = { slope: 0, turn: 0 };
  let [slopes, turns] = [MOST_SLOPE, isParallel ? 0 : MOST_TURN / reach];
  // From far to near: each round looks closer around the best of the one before, at thinner rows.
  for (const { steps, rowPx, share } of ROUNDS) {
    const some = points.filter((_, i) => i % share === 0);
    const [x, y] = [Float64Array.from(some, (point) => point.x), Float64Array.from(some, (point) => point.y)];
    const around = best;
    let most = -1;
    for (let i = -steps; i <= steps; i += 1) {
      for (let k = isParallel ? 0 : -steps; k <= (isParallel ? 0 : steps); k += 1) {
        const candidate = { slope: around.slope + (i / steps) * slopes, turn: around.turn + (k / steps) * turns };
        const sharpness = sharpnessOf(x, y, candidate, reach, rowPx);
        if (sharpness > most) [most, best] = [sharpness, candidate];
      }
    }
    slopes *= 2.5 / steps;
    turns *= 2.5 / steps;
  }
  return best;
}

const ROUNDS = [
  { steps: 40, rowPx: 4, share: 12 },
  { steps: 8, rowPx: 2, share: 4 },
  { steps: 8, rowPx: 1, share: 1 },
];

/** The sum of squares of how many points each row holds. */
function sharpnessOf(x: Float64Array, y: Float64Array, { slope, turn }: Pencil, reach: number, rowPx: number): number {
  const half = Math.ceil((reach * 2) / rowPx);
  const rows = new Uint32Array(half * 2 + 1);
  for (let i = 0; i < x.length; i += 1) {
    // Both are equally long.
    const row = Math.round((y[i]! - slope * x[i]!) / (1 + turn * x[i]!) / rowPx) + half;
    if (row >= 0 && row < rows.length) rows[row]! += 1;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum;
}

/**
 * What makes both pencils' lines level and upright: the horizon through the two points where they meet goes to infinity.
 * The origin and the scale there stay.
 */
export function levelling(rows: Pencil, columns: Pencil): Homography {
  const whole = 1 - rows.slope * columns.slope;
  const root = Math.sqrt(whole);
  return [
    1 / root,
    -columns.slope / root,
    0,
    -rows.slope / root,
    1 / root,
    0,
    (rows.turn - rows.slope * columns.turn) / whole,
    (columns.turn - columns.slope * rows.turn) / whole,
    1,
  ];
}
