import { sameRect } from "../geometry/rect.ts";
import { PatchReplay } from "./patches.ts";
import { makePatch as make, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Prediction, Result } from "./result.ts";

/**
 * The inverse of `patch`, given the results before it: applying both restores the results. Null if there is nothing
 * to undo: a missing index, or a reader's `values`, which no person edited.
 *
 * The inverse of an add discards the added result. Its index stays in use, because results are never renumbered; the
 * visible results (`visibleResults`) are as before, and recovering is the redo.
 */
export function invertPatch(before: readonly Result[], patch: Patch): Patch | null {
  const edit = parsePatch(patch);
  if (edit === null) return null;
  if (edit.field === "add") return make.discard(before.length);
  const result = before[edit.index];
  if (result === undefined) return null;
  switch (edit.field) {
    case "rect":
      return make.rect(edit.index, result.rect);
    case "label":
      return make.label(edit.index, result.label);
    case "discarded":
      return result.discarded ? make.discard(edit.index) : make.recover(edit.index);
    case "values":
      return null;
    case "code":
    case "quantity":
    default: {
      const { value, confidence } = result[edit.field] ?? { value: "" };
      // Only a reader's values have a confidence; a typed value is restored by typing it again.
      return confidence === undefined
        ? make[edit.field](edit.index, value)
        : make.restoreValue(edit.index, edit.field, value);
    }
  }
}

/** Whether a field still has the value that `patch` set. An undo must not overwrite a later change by someone else. */
export function isPatchInEffect(results: readonly Result[], patch: Patch): boolean {
  const edit = parsePatch(patch);
  if (edit === null || edit.field === "add") return false;
  const result = results[edit.index];
  if (result === undefined) return false;
  switch (edit.field) {
    case "code":
    case "quantity": {
      const { value, confidence } = result[edit.field] ?? { value: "" };
      return value === edit.value && (confidence !== undefined) === edit.restore;
    }
    case "rect":
      return sameRect(result.rect, edit.value);
    case "values":
      return false;
    case "label":
    case "discarded":
    default:
      return result[edit.field] === edit.value;
  }
}

/** The inverse patches of a run, last first, in the order to push them. */
export function inversePatches(
  predictions: readonly Prediction[],
  before: readonly Patch[],
  run: readonly Patch[],
): Patch[] {
  const inverses: Patch[] = [];
  const replay = new PatchReplay(predictions, before);
  for (const patch of run) {
    const inverse = invertPatch(replay.results, patch);
    if (inverse !== null) inverses.push(inverse);
    replay.apply(patch);
  }
  return inverses.toReversed();
}

/**
 * Removes the patches of one result, or of all results, from the log (PD-21).
 *
 * Without `index` the log is empty and the results equal the predictions. With `index`, a predicted result returns to
 * its prediction; an added one keeps its add and is discarded, because its index must stay in use.
 */
export function pullPatches(predictionsCount: number, patches: readonly Patch[], index?: number): Patch[] {
  if (index === undefined) return [];
  const kept = patches.filter((patch) => {
    const edit = parsePatch(patch);
    return edit !== null && (edit.field === "add" || edit.index !== index);
  });
  const adds = kept.filter((patch) => patch.op === "add").length;
  const isAdded = index >= predictionsCount && index < predictionsCount + adds;
  return isAdded ? [...kept, make.discard(index)] : kept;
}
