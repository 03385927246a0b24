import type { Outcome } from "../common/outcome.ts";

/** All pairs of two lists, for tests of a whole matrix. */
export const pairs = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]));

/** The reason of a refusal; null if it was allowed. */
export const reasonOf = (outcome: Outcome<unknown>): string | null => (outcome.ok ? null : outcome.reason);
