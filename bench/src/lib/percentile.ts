/**
 * The value that a fraction of all values does not exceed (nearest rank); NaN without values.
 * @param share 0–1; 0.5 is the median, the lower one of an even number
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
