/** A checked row: its stratum, the units that were counted, and the units that its sticker says. */
export type CheckedUnits = { stratum: number; counted: number; actual: number };

/** The units of an event, estimated from the checked rows. An estimate with its standard error, not a bound. */
export type UnitsEstimate = { counted: number; difference: number; standardError: number };

/**
 * The combined ratio estimate of a stratified sample (Cochran, Sampling Techniques, 3rd ed., 6.11): the counted units of all rows times
 * the ratio of actual to counted units. Its error is approximate, and 0 while no difference was found.
 * @param sizes the rows of each stratum
 * @param counted the counted units of all rows
 */
export function estimateUnits(
  sizes: readonly number[],
  checked: readonly CheckedUnits[],
  counted: number,
): UnitsEstimate {
  const strata = [...Map.groupBy(checked, ({ stratum }) => stratum)].map(([at, rows]) => ({
    size: sizes[at] ?? 0,
    rows,
  }));
  const expand = (value: (row: CheckedUnits) => number): number =>
    strata.reduce((sum, { size, rows }) => sum + size * mean(rows.map(value)), 0);
  const expectedCounted = expand((row) => row.counted);
  if (expectedCounted === 0) return { counted, difference: 0, standardError: 0 };
  const ratio = expand((row) => row.actual) / expectedCounted;
  const variance = strata.reduce((sum, { size, rows }) => {
    const residuals = rows.map((row) => row.actual - ratio * row.counted);
    return sum + size * (size - rows.length) * (sampleVariance(residuals) / rows.length);
  }, 0);
  return { counted, difference: counted * (ratio - 1), standardError: Math.sqrt(variance) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function sampleVariance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1);
}
