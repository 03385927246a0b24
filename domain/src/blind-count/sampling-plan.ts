import { z } from "zod";
import { type StratumSample, boundWrong } from "./bound-wrong.ts";
import { wrongPercentSchema } from "./certificate-percent.ts";
import { ROW_STRATA, weightOf } from "./strata.ts";

/**
 * How many rows are checked.
 * - `share`: this percentage of the rows.
 * - `until`: rows are drawn until at most this percentage of the rows can be wrong.
 */
export const samplingRuleSchema = z.object({
  kind: z.enum(["share", "until"]),
  percent: wrongPercentSchema,
});
export type SamplingRule = z.infer<typeof samplingRuleSchema>;

/** Every stratum is checked, however small its weight: rows of a stratum without a check could all be wrong. */
const MIN_PER_STRATUM = 3;
/** Photos in which missing stickers are searched, at least. */
const MIN_PHOTOS = 5;

/** The number of rows to check in each stratum, for a sampling rate of 1 meaning all rows of a stratum of weight 1. */
export const sampleSizes = (sizes: readonly number[], rate: number): number[] =>
  sizes.map((size, at) => {
    const stratum = ROW_STRATA[at];
    const share = Math.ceil(size * rate * (stratum ? weightOf(stratum) : 1));
    return Math.min(size, Math.max(share, MIN_PER_STRATUM));
  });

/** The photos to check. They are drawn as often as the rows. */
export const photoSampleSize = (photos: number, rows: { size: number; drawn: number }): number =>
  rows.size === 0
    ? Math.min(photos, MIN_PHOTOS)
    : Math.min(photos, Math.max(MIN_PHOTOS, Math.ceil((photos * rows.drawn) / rows.size)));

/** Steps of the search for the rate: the number of rows is exact for events of up to a million rows. */
const SEARCH_STEPS = 24;

/** The smallest sample, as the sampling rule demands it. More checks never make it smaller. */
export function plannedSizes(rule: SamplingRule, strata: readonly StratumSample[]): number[] {
  const sizes = strata.map(({ size }) => size);
  const goal = (total(sizes) * rule.percent) / 100;
  const isEnough =
    rule.kind === "share"
      ? (planned: number[]) => total(planned) >= goal
      : (planned: number[]) => boundWrong(withoutMoreErrors(strata, planned), goal) <= goal;
  let [low, high] = [0, 1];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isEnough(sampleSizes(sizes, middle))) high = middle;
    else low = middle;
  }
  return sampleSizes(sizes, high).map((size, at) => Math.max(size, strata[at]?.checked ?? 0));
}

/** A larger sample, if all further rows are right. */
const withoutMoreErrors = (strata: readonly StratumSample[], planned: readonly number[]): StratumSample[] =>
  strata.map((sample, at) => ({ ...sample, checked: Math.max(sample.checked, planned[at] ?? 0) }));

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * The units of each stratum with the smallest keys. Keys are independent random numbers that never change (permanent random numbers,
 * Ohlsson 1995), so the same seed draws the same units, and a larger sample contains a smaller one.
 */
export const drawSample = <T extends { stratum: number; key: number }>(
  units: readonly T[],
  sizes: readonly number[],
): T[] =>
  [...Map.groupBy(units, ({ stratum }) => stratum)].flatMap(([stratum, ofStratum]) =>
    ofStratum.toSorted((a, b) => a.key - b.key).slice(0, sizes[stratum] ?? 0),
  );
