import { lnChoose } from "../common/ln-gamma.ts";

/** The probability of at least `hits` successes in `trials` independent trials, each with this chance. */
export function binomialTail(trials: number, hits: number, chance: number): number {
  if (hits <= 0) return 1;
  if (hits > trials || chance <= 0) return 0;
  if (chance >= 1) return 1;
  let tail = 0;
  for (let k = trials; k >= hits; k -= 1) {
    tail += Math.exp(lnChoose(trials, k) + k * Math.log(chance) + (trials - k) * Math.log(1 - chance));
  }
  return Math.min(1, tail);
}

/**
 * One-sided exact sign test, McNemar's test of discordant pairs: how likely at least this many of the pairs would be
 * better if better and worse were equally likely. 1 without a discordant pair.
 */
export const signTest = ({ better, worse }: { better: number; worse: number }): number =>
  binomialTail(better + worse, better, 0.5);
