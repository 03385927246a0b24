import type { Outcome } from "@precount/domain";

/** The refusal of a domain rule, as `ReasonButton` takes it: null when the action is allowed. */
export const reasonOf = (outcome: Outcome<unknown>): string | null => (outcome.ok ? null : outcome.reason);
