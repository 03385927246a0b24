import type { Homography, Point } from "@precount/domain";

/**
 * A family of lines through one vanishing point, like the rows of a page that is seen at an angle. The line at height t goes
 * through (0, t) with the slope (slope + turn · t). For columns, x and y are exchanged.
 */
export interface LineFamily {
  slope: number;
  turn: number;
}

/** tan of 24°: the maximum skew and perspective together. */
const MAX_SLOPE = 0.45;
/** The maximum turn times half the image's edge: a page tilted by 25° in front of a phone's camera. */
const MAX_TURN = 0.42;

/**
 * Fits the line family whose lines concentrate the points most: in rows of text and along drawn lines, few lines hold most of
 * the dark points. Points must be relative to their own center (at most `reach` away from it); with another center, a family
 * that shrinks the side with the points would win. With `isParallel` the lines do not converge (turn 0).
 */
export function fitLineFamily(points: readonly Point[], reach: number, isParallel: boolean): LineFamily {
  let best = { slope: 0, turn: 0 };
  let [slopes, turns] = [MAX_SLOPE, isParallel ? 0 : MAX_TURN / reach];
  // Coarse to fine: each round searches around the best candidate of the previous one, with thinner rows.
  for (const { steps, rowPx, share } of ROUNDS) {
    const some = points.filter((_, i) => i % share === 0);
    const [x, y] = [Float64Array.from(some, (point) => point.x), Float64Array.from(some, (point) => point.y)];
    const around = best;
    let bestSharpness = -1;
    for (let i = -steps; i <= steps; i += 1) {
      for (let k = isParallel ? 0 : -steps; k <= (isParallel ? 0 : steps); k += 1) {
        const candidate = { slope: around.slope + (i / steps) * slopes, turn: around.turn + (k / steps) * turns };
        const sharpness = sharpnessOf(x, y, candidate, reach, rowPx);
        if (sharpness > bestSharpness) [bestSharpness, best] = [sharpness, candidate];
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

/** The sum of squares of the number of points in each row. */
function sharpnessOf(
  x: Float64Array,
  y: Float64Array,
  { slope, turn }: LineFamily,
  reach: number,
  rowPx: number,
): number {
  const half = Math.ceil((reach * 2) / rowPx);
  const rows = new Uint32Array(half * 2 + 1);
  for (let i = 0; i < x.length; i += 1) {
    // x and y have the same length.
    const row = Math.round((y[i]! - slope * x[i]!) / (1 + turn * x[i]!) / rowPx) + half;
    if (row >= 0 && row < rows.length) rows[row]! += 1;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum;
}

/**
 * The homography that makes the rows horizontal and the columns vertical: it moves the horizon through both vanishing points to
 * infinity. The origin and the scale at the origin do not change.
 */
export function rectification(rows: LineFamily, columns: LineFamily): Homography {
  const determinant = 1 - rows.slope * columns.slope;
  const root = Math.sqrt(determinant);
  return [
    1 / root,
    -columns.slope / root,
    0,
    -rows.slope / root,
    1 / root,
    0,
    (rows.turn - rows.slope * columns.turn) / determinant,
    (columns.turn - columns.slope * rows.turn) / determinant,
    1,
  ];
}
