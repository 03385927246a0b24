import { type Point, type Rect, type Size, rectCorners } from "../geometry/rect.ts";
import { type Homography, mapPoint } from "../geometry/homography.ts";
import { type PointPair, affineThrough, fitAffine, fitHomography } from "./fit-homography.ts";
import type { Keypoints } from "./keypoints.ts";
import { type KeypointGrid, matchNear } from "./match-keypoints.ts";

/** The position of photo A in photo B. */
export interface Overlap {
  /** Maps pixels of A to pixels of B, both upright. */
  homography: Homography;
  /** The pairs of matching points that agree with the homography. */
  points: readonly PointPair[];
  /** Share of A's keypoints in the common part that agree. */
  agreement: number;
}

export interface OverlapPhoto {
  keypoints: Keypoints;
  size: Size;
}

/** The photo in which the keypoints of another one are looked up, many times. */
export interface OverlapTarget extends OverlapPhoto {
  grid: KeypointGrid;
}

/**
 * The largest distance of an agreeing point from its mapped position, as a share of B's long edge. Goods in front of the shelf are not in
 * its plane.
 */
const TOLERANCE = 0.012;
/**
 * The search area around a sticker grows by stages, because the boxes of one sticker predict distant places less exactly. `radius`: the
 * size of the area. `window`: how far a point may be from its expected place. Both are in widths of the sticker.
 */
const STAGES = [
  { radius: 3, window: 0.5 },
  { radius: 7, window: 0.6 },
  { radius: Infinity, window: 0.5 },
  { radius: Infinity, window: 0.3 },
] as const;
const MIN_POINTS = 6;
/** Fewer points determine an affine map better than a homography. */
const MIN_HOMOGRAPHY_POINTS = 16;
const SAMPLES = 100;
const MAX_SCALE = 2.2;
const MAX_SQUEEZE = 1.5;
const MAX_SKEW = 0.35;
const MAX_TURN = (35 * Math.PI) / 180;

/** How two photos overlap if `rectA` and `rectB` show the same sticker; null if their surroundings do not agree. Deterministic. */
export function overlapAround(a: OverlapPhoto, b: OverlapTarget, rectA: Rect, rectB: Rect): Overlap | null {
  const [cornersA, cornersB] = [rectCorners(rectA), rectCorners(rectB)];
  let guess = fitAffine(cornersA.map((corner, n): PointPair => [corner, cornersB[n] ?? corner]));
  const center = { x: rectA.x + rectA.width / 2, y: rectA.y + rectA.height / 2 };
  const longEdge = Math.max(b.size.width, b.size.height);
  const tolerance = longEdge * TOLERANCE;
  const resolution = longEdge / Math.max(a.size.width, a.size.height);
  let found: Overlap | null = null;
  for (const { radius, window } of STAGES) {
    if (guess === null) return null;
    const matched = matchNear(a.keypoints, b, guess, {
      center,
      radius: radius * rectA.width,
      window: window * rectB.width,
    });
    found = agree(matched, tolerance, resolution);
    // With too few points near the sticker, the next stage starts from the boxes only.
    guess = found?.homography ?? guess;
    if (found === null && radius > STAGES[0].radius) return null;
  }
  return found;
}

/** @param resolution pixels of B for each pixel of A, if both show the same part */
function agree(
  { pairs, expected }: { pairs: readonly PointPair[]; expected: number },
  tolerance: number,
  resolution: number,
): Overlap | null {
  let best: Homography | null = null;
  let most = 0;
  for (const [first, second, third] of samples(pairs)) {
    const affine = affineThrough(first, second, third);
    if (affine === null || !isPlausible(affine, resolution)) continue;
    const count = countAgreeing(affine, pairs, tolerance);
    if (count > most) [best, most] = [affine, count];
  }
  const sampled = best;
  if (sampled === null) return null;
  let points = pairs.filter((pair) => distance(sampled, pair) < tolerance);
  let homography: Homography | null = null;
  for (let round = 0; round < 2; round++) {
    if (points.length < MIN_POINTS) return null;
    homography = (points.length < MIN_HOMOGRAPHY_POINTS ? fitAffine : fitHomography)(points);
    if (homography === null || !isPlausible(homography, resolution)) return null;
    const fitted = homography;
    points = pairs.filter((pair) => distance(fitted, pair) < tolerance);
  }
  return homography && points.length >= MIN_POINTS ? { homography, points, agreement: points.length / expected } : null;
}

/**
 * Whether the map between two photos of a crew is plausible: not mirrored, a similar distance, rotated by less than 35°, not squeezed.
 * Without this check a few points that are similar by chance could agree on a distorted map.
 */
function isPlausible([a, b, , d, e]: Homography, resolution: number): boolean {
  const [across, down] = [Math.hypot(a, d) / resolution, Math.hypot(b, e) / resolution];
  const turn = Math.abs(Math.atan2(d, a));
  const skew = Math.abs(a * b + d * e) / (across * down * resolution ** 2);
  return (
    a * e - b * d > 0 &&
    across > 1 / MAX_SCALE &&
    across < MAX_SCALE &&
    across / down > 1 / MAX_SQUEEZE &&
    across / down < MAX_SQUEEZE &&
    skew < MAX_SKEW &&
    turn < MAX_TURN
  );
}

const distance = (homography: Homography, [a, b]: PointPair): number => {
  const mapped: Point = mapPoint(homography, a);
  return Math.hypot(mapped.x - b.x, mapped.y - b.y);
};

/** The number of pairs that an affine map explains; without objects, because RANSAC counts often. */
function countAgreeing([a, b, c, d, e, f]: Homography, pairs: readonly PointPair[], tolerance: number): number {
  let count = 0;
  for (const [from, to] of pairs) {
    const x = a * from.x + b * from.y + c - to.x;
    const y = d * from.x + e * from.y + f - to.y;
    if (x * x + y * y < tolerance * tolerance) count += 1;
  }
  return count;
}

/** Three different pairs each time, by a fixed sequence of random numbers (RANSAC; Fischler and Bolles, 1981). */
function* samples(pairs: readonly PointPair[]): Generator<readonly [PointPair, PointPair, PointPair]> {
  if (pairs.length < 3) return;
  let state = 1;
  const next = (): number => {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * pairs.length);
  };
  for (let n = 0; n < SAMPLES; n++) {
    const [first, second, third] = [next(), next(), next()];
    // Indexes of these pairs.
    if (first !== second && second !== third && first !== third) yield [pairs[first]!, pairs[second]!, pairs[third]!];
  }
}
