import { type ItemCodes, withItemList } from "../item/item-codes.ts";
import { type Draft, draftsOf, patchDrafts, toResult } from "./draft.ts";
import type { Patch } from "./patch-schema.ts";
import type { Prediction, Result } from "./result.ts";

/**
 * Computes results from predictions and the patch log; pure, and shared by server and web (PD-20). A typed value gets
 * its pattern computed and has no confidence. An added result has no original. A patch of a missing index is skipped;
 * `checkPatch` refuses it earlier.
 *
 * Index i of the results is prediction i, followed by the added results in the order of their adds. Indexes never
 * change (PD-21).
 * @param itemCodes the read codes, split by whether the item list has them; without it the readings are the reader's
 */
export function applyPatches(
  predictions: readonly Prediction[],
  patches: readonly Patch[],
  itemCodes?: ItemCodes | null,
): Result[] {
  return draftsOf(predictions, patches).map((draft) =>
    toResult({ ...draft, base: withItemList(draft.base, itemCodes) }),
  );
}

/**
 * Results to which patches are applied one at a time. A patch costs the same however long the log is: a push of 1,000
 * patches blocked the server for seconds while each of them applied the whole log again.
 */
export class PatchReplay {
  readonly #drafts: Draft[];
  readonly #results: Result[];

  constructor(predictions: readonly Prediction[], log: readonly Patch[]) {
    this.#drafts = draftsOf(predictions, log);
    this.#results = this.#drafts.map(toResult);
  }

  /** The results after the patches so far, without the item list. The array changes with the next patch; its results do not. */
  get results(): readonly Result[] {
    return this.#results;
  }

  apply(patch: Patch): void {
    const index = patchDrafts(this.#drafts, patch);
    const draft = index === null ? undefined : this.#drafts[index];
    if (index !== null && draft !== undefined) this.#results[index] = toResult(draft);
  }
}

/** An added result that was discarded: no longer visible (spec §4), kept so that no index changes. */
export const isRemoved = (result: Result): boolean => result.original === null && result.discarded;

/** All visible results with their patch indexes: all except removed ones. */
export function visibleResults(results: readonly Result[]): { index: number; result: Result }[] {
  return results.map((result, index) => ({ index, result })).filter(({ result }) => !isRemoved(result));
}
