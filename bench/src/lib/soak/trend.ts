import { percentile } from "../percentile.ts";

/** A sample: time in seconds and value. */
export type Point = { at: number; value: number };

/**
 * Growth per second: the median of the slopes between all pairs of samples (Theil–Sen). One outlier, such as memory
 * just before a garbage collection, does not change it. 0 for fewer than two samples.
 */
export function slope(points: readonly Point[]): number {
  const slopes = points.flatMap((first, n) =>
    points.slice(n + 1).map((second) => (second.value - first.value) / (second.at - first.at)),
  );
  return slopes.length === 0 ? 0 : percentile(slopes, 0.5);
}

/** The median of the last quarter divided by the median of the quarter before it. */
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
