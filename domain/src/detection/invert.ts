import { sameRect } from "../geometry/rect.ts";
import { applyPatches } from "./patches.ts";
import { makePatch as make, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Prediction, Result } from "./result.ts";

/**
 * The patch that takes `patch` back, given the results before it: applying both leaves the results as they
 * were. Null when there is nothing to take back: a missing index, or what a reader said, which is no person's edit.
 *
 * An add is taken back by discarding what it added. The index stays taken, because no result is ever
 * renumbered; what people see (`shownResults`) is as before, and recovering it is the redo.
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
      // Only the reader's values have a confidence; a typed one is simply typed again.
      return confidence === undefined
        ? make[edit.field](edit.index, value)
        : make.restoreValue(edit.index, edit.field, value);
    }
  }
}

/**
 * Whether a field still is what `patch` made of it. What others changed since is not undone by whoever changed it first.
 */
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

/** The patches that take a run of them back, last first, ready to be pushed in this order. */
export function inversePatches(
  predictions: readonly Prediction[],
  before: readonly Patch[],
  run: readonly Patch[],
): Patch[] {
  const inverses: Patch[] = [];
  const log = [...before];
  for (const patch of run) {
    const inverse = invertPatch(applyPatches(predictions, log), patch);
    if (inverse !== null) inverses.unshift(inverse);
    log.push(patch);
  }
  return inverses;
}

/**
 * The log without one result's patches, or without any (decision 21).
 *
 * Without `index` the log is empty: results are the predictions again. With it, a found result stands as
 * the model said; an added one keeps its add and is discarded, because its index must stay taken.
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
