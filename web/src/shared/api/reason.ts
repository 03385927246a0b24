import type { Outcome } from "@precount/domain";

/** What a rule says as a button wants it: why not, or null. */
export const reasonOf = (outcome: Outcome<unknown>): string | null => (outcome.ok ? null : outcome.reason);
