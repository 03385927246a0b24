/**
 * The prior probability that a sticker's code is in the store's item list. It is an assumption: crews also count goods that
 * arrived after the list was exported. An unlisted reading is reviewed by a person in any case, so a wrong value only
 * changes which alternative is proposed. With 0.9 instead of 0.98 and 20,000 items, an unlisted alternative needs 440 times
 * the reader's probability of a listed one to win, instead of 2,400 times.
 */
export const LISTED_PRIOR = 0.98;

/** The number of six-digit codes. */
const CODE_COUNT = 1_000_000;

export type CodeCandidate = { value: string; probability: number };

/**
 * The probabilities of read codes after the item list. The reader's probabilities assume that all six-digit codes are equally
 * frequent. With a list of n items, a listed code has the prior LISTED_PRIOR / n and an unlisted one
 * (1 - LISTED_PRIOR) / (1,000,000 - n); each probability is weighted with the ratio of its priors, and all are normalized. The
 * reader's remaining probability, for codes that it did not name, keeps its weight, because those codes are listed as
 * often as codes in general.
 * @param candidates with different values; probabilities between 0 and 1 that add up to at most 1
 * @returns the candidates in the given order
 */
export function codePosterior(
  candidates: readonly CodeCandidate[],
  { listed, itemCount }: { listed: readonly string[]; itemCount: number },
): (CodeCandidate & { posterior: number })[] {
  const inList = new Set(listed);
  const items = Math.min(Math.max(1, itemCount), CODE_COUNT - 1);
  const listedWeight = (LISTED_PRIOR * CODE_COUNT) / items;
  const unlistedWeight = ((1 - LISTED_PRIOR) * CODE_COUNT) / (CODE_COUNT - items);
  const weighted = candidates.map(({ value, probability }) =>
    inList.has(value) ? probability * listedWeight : probability * unlistedWeight,
  );
  const rest = Math.max(0, 1 - candidates.reduce((sum, { probability }) => sum + probability, 0));
  const total = weighted.reduce((sum, one) => sum + one, rest);
  return candidates.map((candidate, at) => ({
    ...candidate,
    posterior: total === 0 ? 0 : (weighted[at] ?? 0) / total,
  }));
}
