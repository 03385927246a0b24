/**
 * Robust statistics: a few wrong values do not move them. The median absolute deviation (MAD) times 1.4826 estimates the
 * standard deviation of normally distributed values.
 */
const MAD_TO_DEVIATION = 1.4826;

/**
 * Modified z-scores above this mark outliers (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", ASQC 1993; also in the
 * NIST/SEMATECH handbook, section 1.3.5.17).
 */
export const OUTLIER_Z = 3.5;

/** The median; the mean of the two middle values of an even number. 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export type Center = { median: number; deviation: number };

/**
 * Median and robust standard deviation.
 * @param minDeviation the least deviation: when most values are equal, the MAD is 0 and every other value would be an outlier
 */
export function robustCenter(values: readonly number[], minDeviation: number): Center {
  const center = median(values);
  const mad = median(values.map((value) => Math.abs(value - center)));
  return { median: center, deviation: Math.max(minDeviation, mad * MAD_TO_DEVIATION) };
}

export const modifiedZ = (value: number, { median: center, deviation }: Center): number => (value - center) / deviation;

/**
 * The value that is furthest from the others, with its modified z-score against them. It is the least or the largest one: another value
 * of the same side leaves the others the same median and no smaller deviation, and the middle value is nearer to its neighbors than
 * half of the values. So only two of the values are compared, in O(n log n).
 * @returns null for fewer than two values
 */
export function furthestFromOthers(
  values: readonly number[],
  minDeviation: number,
): { index: number; z: number } | null {
  if (values.length < 2) return null;
  let [least, largest] = [0, 0];
  for (const [index, value] of values.entries()) {
    if (value < (values[least] ?? 0)) least = index;
    if (value > (values[largest] ?? 0)) largest = index;
  }
  const judged = [Math.min(least, largest), Math.max(least, largest)].map((index) => {
    const center = robustCenter(values.toSpliced(index, 1), minDeviation);
    return { index, z: modifiedZ(values[index] ?? 0, center) };
  });
  const [first, second] = judged;
  return first && second && Math.abs(second.z) > Math.abs(first.z) ? second : (first ?? null);
}

/**
 * The Anscombe transform of a count: its variance is about 1 for every Poisson-distributed count above 4, so that small and
 * large counts can be compared (Anscombe, Biometrika 35, 1948).
 */
export const anscombe = (count: number): number => 2 * Math.sqrt(Math.max(0, count) + 3 / 8);
