import type { Outcome } from "../common/outcome.ts";

/** Every pair of two lists, for tests that walk a whole matrix. */
export const pairs = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]));

/** A refusal's reason, or null when it was allowed. */
export const reasonOf = (outcome: Outcome<unknown>): string | null => (outcome.ok ? null : outcome.reason);
