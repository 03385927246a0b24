import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { resultEdit } from "./patched-fields.ts";
import type { Result } from "./result.ts";

/**
 * Actions on a result's card (spec §4), in addition to `detectionCan.edit`, which refuses all of them on a frozen
 * detection.
 */
export const resultCan = {
  edit: (result: Pick<Result, "discarded">): Outcome<true> =>
    result.discarded ? refuse("This result is discarded: recover it first.") : allow,
  discard: (result: Result): Outcome<true> => (result.discarded ? refuse("This result is already discarded.") : allow),
  recover: (result: Result): Outcome<true> => (result.discarded ? allow : refuse("This result is not discarded.")),
  restore: (result: Result): Outcome<true> =>
    resultEdit(result) !== null ? allow : refuse("This result has not been changed."),
} as const;
