import { lnBeta, lnChoose } from "../common/ln-gamma.ts";

/** A stratum of a sampled population: its size, the units that were drawn at random and checked, and the wrong ones of them. */
export type StratumSample = { size: number; checked: number; wrong: number };

/** The probability with which a bound holds. */
export const CONFIDENCE = 0.95;

/**
 * The beta prior of the rate of wrong units, shared by all strata: nearly 0, as after a careful review. It changes how wide the bound
 * is, not how often it holds. Chosen by `npm run bench -- certificate`.
 */
const PRIOR = { a: 0.5, b: 150 } as const;

/**
 * The largest number of wrong units, found and not found, with which the sample agrees at this confidence. Exact for finite
 * populations, independent of how errors are clustered, and valid at every moment of a count: looking at it and then checking more
 * costs no confidence.
 *
 * The numbers of wrong units D are in the confidence set while prior(D) / posterior(D) < 1 / (1 - confidence), where the likelihood of
 * the strata is hypergeometric (Waudby-Smith and Ramdas, "Confidence sequences for sampling without replacement", NeurIPS 2020,
 * theorem 2.1). The bound is the largest sum of D in the set.
 * @param stopAbove a larger bound need not be exact: the first number above is returned
 */
export function boundWrong(strata: readonly StratumSample[], stopAbove = Number.POSITIVE_INFINITY): number {
  const budget = -Math.log(1 - CONFIDENCE);
  const states = strata.filter(({ size }) => size > 0).map(mostLikely);
  let cost = lnMarginal(states) - sum(states, ({ sample, wrong }) => lnLikelihood(sample, wrong));
  let total = sum(states, ({ wrong }) => wrong);
  // The cost of each further wrong unit of a stratum grows, so the cheapest one at each step gives the largest total.
  while (total <= stopAbove) {
    let cheapest: State | null = null;
    for (const state of states) if (cheapest === null || state.next < cheapest.next) cheapest = state;
    if (cheapest === null || cost + cheapest.next >= budget) return total;
    cost += cheapest.next;
    total += 1;
    cheapest.wrong += 1;
    cheapest.next = costOfOneMore(cheapest.sample, cheapest.wrong);
  }
  return total;
}

type State = { sample: StratumSample; wrong: number; next: number };

/** The number of wrong units with the largest likelihood. */
function mostLikely(sample: StratumSample): State {
  const { size, checked, wrong: found } = sample;
  const most = checked === 0 ? 0 : Math.floor(((size + 1) * found) / checked);
  const wrong = Math.min(Math.max(most, found), size - (checked - found));
  return { sample, wrong, next: costOfOneMore(sample, wrong) };
}

/** ln of the hypergeometric likelihood of `wrong` units, over that of one more; infinite if one more is impossible. */
function costOfOneMore({ size, checked, wrong: found }: StratumSample, wrong: number): number {
  const right = size - wrong - (checked - found);
  if (right <= 0) return Number.POSITIVE_INFINITY;
  return Math.log(((wrong + 1 - found) * (size - wrong)) / ((wrong + 1) * right));
}

const lnLikelihood = ({ size, checked, wrong: found }: StratumSample, wrong: number): number =>
  lnChoose(wrong, found) + lnChoose(size - wrong, checked - found) - lnChoose(size, checked);

/** ln of the probability of the sample under the prior, which is beta-binomial. */
function lnMarginal(states: readonly State[]): number {
  const { a, b } = PRIOR;
  const found = sum(states, ({ sample }) => sample.wrong);
  const right = sum(states, ({ sample }) => sample.checked - sample.wrong);
  const orders = sum(states, ({ sample }) => lnChoose(sample.checked, sample.wrong));
  return orders + lnBeta(a + found, b + right) - lnBeta(a, b);
}

const sum = <T>(all: readonly T[], value: (item: T) => number): number =>
  all.reduce((total, item) => total + value(item), 0);
