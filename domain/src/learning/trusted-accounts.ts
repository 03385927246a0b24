import { binomialTail } from "./binomial-tail.ts";

/** A value that a person typed or confirmed, and what the champion reads. */
export type LabeledValue = {
  account: string;
  /** Whether the champion is sure enough of its value to be valid. */
  valid: boolean;
  /** Whether the champion's value equals the person's. */
  agrees: boolean;
};

/** The largest share of sure readings that an honest person contradicts: the model's own errors, and slips. */
export const MAX_HONEST_CONTRADICTIONS = 0.03;
/** An account is left out when its contradictions are this improbable. */
const SUSPICION_P = 0.001;

export type AccountTrust = { account: string; sure: number; contradicted: number; trusted: boolean };

/**
 * Which accounts to learn from: those whose values agree with the readings that the champion is sure of. An account that
 * contradicts too many of them types wrong values, or an event's stickers are unlike all others; in both cases a person
 * should look first.
 */
export function judgeAccounts(values: readonly LabeledValue[]): AccountTrust[] {
  const accounts = new Map<string, { sure: number; contradicted: number }>();
  for (const { account, valid, agrees } of values) {
    const tally = accounts.get(account) ?? { sure: 0, contradicted: 0 };
    if (valid) tally.sure += 1;
    if (valid && !agrees) tally.contradicted += 1;
    accounts.set(account, tally);
  }
  return [...accounts].map(([account, { sure, contradicted }]) => ({
    account,
    sure,
    contradicted,
    trusted: binomialTail(sure, contradicted, MAX_HONEST_CONTRADICTIONS) >= SUSPICION_P,
  }));
}
