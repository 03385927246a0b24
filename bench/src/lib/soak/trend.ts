import { percentile } from "../percentile.ts";

/** A value at a time; seconds. */
export type Point = { at: number; value: number };

/**
 * How fast something grows, a second: the median of the slopes between all pairs (Theil–Sen), which one spike, such as memory
 * just before it is collected, does not change. 0 of fewer than two points.
 */
export function slope(points: readonly Point[]): number {
  const slopes = points.flatMap((one, n) =>
    points.slice(n + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return slopes.length === 0 ? 0 : percentile(slopes, 0.5);
}

/** The median of the last quarter over that of the one before it. */
export function growth(points: readonly Point[]): number {
  const quarter = Math.floor(points.length / 4);
  if (quarter === 0) return 0;
  const median = (part: readonly Point[]): number =>
    percentile(
      part.map(({ value }) => value),
      0.5,
    );
  return median(points.slice(-quarter)) - median(points.slice(-2 * quarter, -quarter));
}
