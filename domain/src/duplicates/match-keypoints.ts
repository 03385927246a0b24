import type { Point, Size } from "../geometry/rect.ts";
import { type Homography, mapPoint } from "../geometry/homography.ts";
import type { PointPair } from "./fit-homography.ts";
import { DESCRIPTOR_WORDS, type Keypoints } from "./keypoints.ts";

/** Maximum number of different bits, of 256. Descriptors of different points differ in about 128, those of one point in 20 to 70. */
const MAX_DISTANCE = 80;
/** Cells of the grid along the long edge. */
const GRID_CELLS = 48;

const NONE: readonly number[] = [];

/** The keypoints of a photo in a grid, so that those near a point are found without looking at all of them. */
export class KeypointGrid {
  readonly cellPx: number;
  readonly #cells = new Map<number, number[]>();

  constructor({ x, y }: Keypoints, { width, height }: Size) {
    this.cellPx = Math.max(width, height) / GRID_CELLS;
    for (let i = 0; i < x.length; i++) {
      const key = this.#key(Math.trunc((x[i] ?? 0) / this.cellPx), Math.trunc((y[i] ?? 0) / this.cellPx));
      const cell = this.#cells.get(key);
      if (cell) cell.push(i);
      else this.#cells.set(key, [i]);
    }
  }

  /** Keypoints in a cell. */
  inCell(column: number, row: number): readonly number[] {
    return this.#cells.get(this.#key(column, row)) ?? NONE;
  }

  #key(column: number, row: number): number {
    return row * 1024 + column;
  }
}

/**
 * For each keypoint of A within `radius` of `center`, the keypoint of B that looks most alike, within `window` of the place where
 * `guess` expects it. A keypoint of B is used once.
 * @property expected keypoints of A in the radius that `guess` maps into B
 */
export function matchNear(
  a: Keypoints,
  b: { keypoints: Keypoints; grid: KeypointGrid; size: Size },
  guess: Homography,
  { center, radius, window }: { center: Point; radius: number; window: number },
): { pairs: PointPair[]; expected: number } {
  const best = new Map<number, { i: number; distance: number }>();
  let expected = 0;
  for (let i = 0; i < a.x.length; i++) {
    // Both arrays are as long as the loop.
    const point = { x: a.x[i]!, y: a.y[i]! };
    if (Math.hypot(point.x - center.x, point.y - center.y) > radius) continue;
    const mapped = mapPoint(guess, point);
    if (mapped.x < 0 || mapped.y < 0 || mapped.x > b.size.width || mapped.y > b.size.height) continue;
    expected += 1;
    const found = nearestTo(a.descriptors, i, b, mapped, window);
    if (found && found.distance < (best.get(found.j)?.distance ?? Infinity))
      best.set(found.j, { i, distance: found.distance });
  }
  const pairs = [...best].map(([j, { i }]): PointPair => [
    { x: a.x[i]!, y: a.y[i]! },
    { x: b.keypoints.x[j]!, y: b.keypoints.y[j]! },
  ]);
  return { pairs, expected };
}

/** The keypoint of B within `window` of a point that looks most like keypoint `i` of A; null if none looks alike. */
function nearestTo(
  descriptors: Uint32Array,
  i: number,
  { keypoints, grid }: { keypoints: Keypoints; grid: KeypointGrid },
  { x, y }: Point,
  window: number,
): { j: number; distance: number } | null {
  let [nearest, least] = [-1, MAX_DISTANCE + 1];
  const cell = (value: number): number => Math.trunc(value / grid.cellPx);
  const [lastRow, firstColumn, lastColumn] = [cell(y + window), cell(x - window), cell(x + window)];
  for (let row = cell(y - window); row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      for (const j of grid.inCell(column, row)) {
        // An index of these keypoints.
        if (Math.abs(keypoints.x[j]! - x) > window || Math.abs(keypoints.y[j]! - y) > window) continue;
        const distance = hammingDistance(descriptors, i, keypoints.descriptors, j);
        if (distance < least) [nearest, least] = [j, distance];
      }
    }
  }
  return nearest < 0 ? null : { j: nearest, distance: least };
}

/** The number of different bits. */
function hammingDistance(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  let distance = 0;
  const [atA, atB] = [i * DESCRIPTOR_WORDS, j * DESCRIPTOR_WORDS];
  for (let n = 0; n < DESCRIPTOR_WORDS; n++) distance += countBits(a[atA + n]! ^ b[atB + n]!);
  return distance;
}

/** Hacker's Delight, figure 5-2. */
function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55_55_55_55);
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
