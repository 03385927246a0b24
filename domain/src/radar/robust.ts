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
 * The Anscombe transform of a count: its variance is about 1 for every Poisson-distributed count above 4, so that small and
 * large counts can be compared (Anscombe, Biometrika 35, 1948).
 */
export const anscombe = (count: number): number => 2 * Math.sqrt(Math.max(0, count) + 3 / 8);
