import type { Homography } from "../geometry/homography.ts";
import type { Point } from "../geometry/rect.ts";

/** A point in photo A and the same point in photo B. */
export type PointPair = readonly [a: Point, b: Point];

/**
 * The homography that fits point pairs best by least squares; null if they lie on a line or there are fewer than four. Coordinates
 * are centered and scaled first, which the direct linear transform needs (Hartley, 1997).
 */
export function fitHomography(pairs: readonly PointPair[]): Homography | null {
  if (pairs.length < 4) return null;
  const from = normalization(pairs.map(([a]) => a));
  const to = normalization(pairs.map(([, b]) => b));
  const normal = Array.from({ length: 8 }, () => new Float64Array(9));
  for (const [a, b] of pairs) {
    const [x, y] = [(a.x - from.x) * from.scale, (a.y - from.y) * from.scale];
    const [u, v] = [(b.x - to.x) * to.scale, (b.y - to.y) * to.scale];
    addEquation(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    addEquation(normal, [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const solved = solve(normal);
  if (solved === null) return null;
  // Eight equations have eight solutions.
  return denormalize([...solved, 1] as unknown as Homography, from, to);
}

/** The affine map, a homography whose last row is 0 0 1, that fits best; null for fewer than three points or points on a line. */
export function fitAffine(pairs: readonly PointPair[]): Homography | null {
  if (pairs.length < 3) return null;
  const from = normalization(pairs.map(([a]) => a));
  const to = normalization(pairs.map(([, b]) => b));
  const rows = [
    Array.from({ length: 3 }, () => new Float64Array(4)),
    Array.from({ length: 3 }, () => new Float64Array(4)),
  ];
  for (const [a, b] of pairs) {
    const [x, y] = [(a.x - from.x) * from.scale, (a.y - from.y) * from.scale];
    addEquation(rows[0]!, [x, y, 1, (b.x - to.x) * to.scale]);
    addEquation(rows[1]!, [x, y, 1, (b.y - to.y) * to.scale]);
  }
  const [u, v] = [solve(rows[0]!), solve(rows[1]!)];
  if (u === null || v === null) return null;
  return denormalize([...u, ...v, 0, 0, 1] as unknown as Homography, from, to);
}

/** The affine map that takes three points exactly to three others; null for points on a line. For RANSAC, which needs many of them. */
export function affineThrough([p, u]: PointPair, [q, v]: PointPair, [r, w]: PointPair): Homography | null {
  const [ax, ay, bx, by] = [q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y];
  const area = ax * by - ay * bx;
  if (Math.abs(area) < 1e-6) return null;
  const a = ((v.x - u.x) * by - (w.x - u.x) * ay) / area;
  const b = ((w.x - u.x) * ax - (v.x - u.x) * bx) / area;
  const d = ((v.y - u.y) * by - (w.y - u.y) * ay) / area;
  const e = ((w.y - u.y) * ax - (v.y - u.y) * bx) / area;
  return [a, b, u.x - a * p.x - b * p.y, d, e, u.y - d * p.x - e * p.y, 0, 0, 1];
}

type Normalization = { x: number; y: number; scale: number };

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function normalization(points: readonly Point[]): Normalization {
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const distance = mean(points.map((point) => Math.hypot(point.x - x, point.y - y)));
  return { x, y, scale: distance > 0 ? Math.SQRT2 / distance : 1 };
}

function denormalize(h: Homography, from: Normalization, to: Normalization): Homography {
  const [s, tx, ty] = [from.scale, -from.x * from.scale, -from.y * from.scale];
  // h · from, then the inverse of `to`.
  const rows = [0, 3, 6].map((row) => {
    const [p, q, r] = [h[row]!, h[row + 1]!, h[row + 2]!];
    return [p * s, q * s, p * tx + q * ty + r];
  });
  const [top, middle, bottom] = rows as [number[], number[], number[]];
  const result = [
    ...top.map((value, n) => value / to.scale + to.x * bottom[n]!),
    ...middle.map((value, n) => value / to.scale + to.y * bottom[n]!),
    ...bottom,
  ];
  return result.map((value) => value / result[8]!) as unknown as Homography;
}

/** Adds a row to the normal equations of a least squares problem; its last number is the right side. */
function addEquation(normal: Float64Array[], row: readonly number[]): void {
  for (const [i, equation] of normal.entries()) {
    for (const [j, value] of row.entries()) equation[j]! += row[i]! * value;
  }
}

/** Gaussian elimination with partial pivoting; null for equations without one solution. */
function solve(equations: Float64Array[]): number[] | null {
  const count = equations.length;
  for (let column = 0; column < count; column++) {
    let pivot = column;
    for (let row = column + 1; row < count; row++) {
      if (Math.abs(equations[row]![column]!) > Math.abs(equations[pivot]![column]!)) pivot = row;
    }
    if (Math.abs(equations[pivot]![column]!) < 1e-10) return null;
    [equations[column], equations[pivot]] = [equations[pivot]!, equations[column]!];
    for (let row = column + 1; row < count; row++) {
      const factor = equations[row]![column]! / equations[column]![column]!;
      for (let n = column; n <= count; n++) equations[row]![n]! -= factor * equations[column]![n]!;
    }
  }
  const solution = Array.from({ length: count }, () => 0);
  for (let row = count - 1; row >= 0; row--) {
    let value = equations[row]![count]!;
    for (let n = row + 1; n < count; n++) value -= equations[row]![n]! * solution[n]!;
    solution[row] = value / equations[row]![row]!;
  }
  return solution;
}
