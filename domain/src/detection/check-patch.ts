import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { isRectInside } from "../geometry/clamp.ts";
import { type Rect, type Size, sameRect } from "../geometry/rect.ts";
import { PatchReplay } from "./patches.ts";
import { type Edit, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { ResultClass, Prediction, Result } from "./result.ts";
import { resultCan } from "./result-can.ts";
import { MESSAGES } from "../messages.ts";

/** The patch schema's paths allow four digits. */
export const MAX_RESULTS = 10_000;

/**
 * Whether a patch is accepted, and why not. Values that break a pattern are accepted: an invalid code is stored,
 * shown as invalid and blocks validation, so that no input is lost.
 * @param results before the patch
 * @param size of the upright photo, pixels
 */
export function checkPatch(results: readonly Result[], patch: Patch, size: Size): Outcome<true> {
  const edit = parsePatch(patch);
  if (edit === null) return refuse("This patch operation is not supported.", "invalid");
  if (edit.field === "add") {
    if (results.length >= MAX_RESULTS) return refuse(`An image holds at most ${MAX_RESULTS} results.`, "invalid");
    return checkBox(edit.value.rect, size, edit.value.label);
  }
  const result = results[edit.index];
  if (result === undefined) return refuse(`There is no result ${edit.index + 1} in this detection.`, "invalid");
  return checkEdit(result, edit, size);
}

function checkEdit(result: Result, edit: Exclude<Edit, { field: "add" }>, size: Size): Outcome<true> {
  switch (edit.field) {
    case "rect":
      // Undo restores the model's box, which versions before PD-25's rule for corners stored with corners outside.
      return result.original !== null && sameRect(edit.value, result.original.rect)
        ? allow
        : checkBox(edit.value, size, result.label);
    case "label":
      return isRectInside(result.rect, size, edit.value)
        ? allow
        : refuse("A shelf spans the photo's full width: change its box first, then its type.", "invalid");
    case "values":
      return result.original === null ? allow : refuse("Only results that were drawn can be read again.", "invalid");
    case "quantity":
      return result.label === "sticker" ? allow : refuse("A shelf has no quantity.", "invalid");
    case "code":
    case "discarded":
    default:
      return allow;
  }
}

/** Whether a box is valid on a photo of that size. */
export function checkBox(rect: Rect, size: Size, label: ResultClass): Outcome<true> {
  return isRectInside(rect, size, label) ? allow : refuse(MESSAGES.invalidFormValues, "invalid");
}

/**
 * Checks each patch against the results after the patches before it. With several patches the reason names the
 * refused one.
 */
export function checkPatches(
  predictions: readonly Prediction[],
  log: readonly Patch[],
  incoming: readonly Patch[],
  size: Size,
): Outcome<true> {
  const replay = new PatchReplay(predictions, log);
  for (const [position, patch] of incoming.entries()) {
    const outcome = checkPatch(replay.results, patch, size);
    if (!outcome.ok) {
      return incoming.length === 1 ? outcome : { ...outcome, reason: `Patch ${position + 1}: ${outcome.reason}` };
    }
    replay.apply(patch);
  }
  return allow;
}

/**
 * Whether patches change only results that are not discarded, for a caller that has seen the current results. Edits
 * made before another user discarded a result are not checked here: they merge (PD-30). A patch without effect is
 * accepted.
 */
export function checkResultStates(
  predictions: readonly Prediction[],
  log: readonly Patch[],
  incoming: readonly Patch[],
): Outcome<true> {
  const replay = new PatchReplay(predictions, log);
  for (const patch of incoming) {
    const edit = parsePatch(patch);
    const index = edit !== null && edit.field !== "add" && edit.field !== "discarded" ? edit.index : null;
    const before = index === null ? undefined : replay.results[index];
    replay.apply(patch);
    if (index === null || before === undefined) continue;
    const isChanged = JSON.stringify(before) !== JSON.stringify(replay.results[index]);
    const outcome = isChanged ? resultCan.edit(before) : allow;
    if (!outcome.ok) return outcome;
  }
  return allow;
}
