/** The normal distribution's 97.5 % quantile: two-sided 95 % intervals. */
const Z = 1.959964;

/**
 * The 95 % interval of a share, from `hits` of `trials` (Wilson's score interval). It stays within 0–1 and is useful for few trials,
 * also without a single hit.
 */
export function wilsonInterval(hits: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = hits / trials;
  const square = Z ** 2 / trials;
  const center = (share + square / 2) / (1 + square);
  const half = (Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials))) / (1 + square);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
