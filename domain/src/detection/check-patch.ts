import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { isRectInside } from "../geometry/clamp.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import { applyPatches } from "./patches.ts";
import { type Edit, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Label, Prediction, Result } from "./result.ts";
import { resultCan } from "./result-can.ts";
import { MESSAGES } from "../messages.ts";

/** As the patch schema's paths have it: four digits. */
export const MAX_RESULTS = 10_000;

/**
 * Whether a patch may be taken, and why not. Values that break a pattern are taken: an invalid code is
 * stored, shown as invalid and stops the validation, so that nothing a person typed is lost.
 * @param results as they are before it
 * @param size of the upright photo, pixels
 */
export function checkPatch(results: readonly Result[], patch: Patch, size: Size): Outcome<true> {
  const edit = parsePatch(patch);
  if (edit === null) return refuse("This is not a patch this program knows.", "invalid");
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
      return checkBox(edit.value, size, result.label);
    case "label":
      return isRectInside(result.rect, size, edit.value)
        ? allow
        : refuse("A shelf spans the photo's full width: change its box first, then its label.", "invalid");
    case "values":
      return result.original === null ? allow : refuse("What a model found is not read again.", "invalid");
    case "quantity":
      return result.label === "sticker" ? allow : refuse("A shelf has no quantity.", "invalid");
    case "code":
    case "discarded":
    default:
      return allow;
  }
}

/** Whether a box may stand on a photo of that size. */
export function checkBox(rect: Rect, size: Size, label: Label): Outcome<true> {
  return isRectInside(rect, size, label) ? allow : refuse(MESSAGES.invalidFormValues, "invalid");
}

/** Each patch against the results that the ones before it leave. The reason names which one, if there are several. */
export function checkPatches(
  predictions: readonly Prediction[],
  log: readonly Patch[],
  incoming: readonly Patch[],
  size: Size,
): Outcome<true> {
  const soFar = [...log];
  for (const [position, patch] of incoming.entries()) {
    const outcome = checkPatch(applyPatches(predictions, soFar), patch, size);
    if (!outcome.ok) {
      return incoming.length === 1 ? outcome : { ...outcome, reason: `Patch ${position + 1}: ${outcome.reason}` };
    }
    soFar.push(patch);
  }
  return allow;
}

/**
 * Whether patches change only results that may be changed, asked of somebody who has seen the results as they are. Edits
 * made before a result was discarded by somebody else are not asked: they merge (decision 30). What changes nothing is
 * agreement, such as discarding what is discarded.
 */
export function checkResultStates(
  predictions: readonly Prediction[],
  log: readonly Patch[],
  incoming: readonly Patch[],
): Outcome<true> {
  const soFar = [...log];
  let results = applyPatches(predictions, soFar);
  for (const patch of incoming) {
    const edit = parsePatch(patch);
    soFar.push(patch);
    const after = applyPatches(predictions, soFar);
    if (edit !== null && edit.field !== "add" && edit.field !== "discarded") {
      const [was, is] = [results[edit.index], after[edit.index]];
      const outcome = was && JSON.stringify(was) !== JSON.stringify(is) ? resultCan.edit(was) : allow;
      if (!outcome.ok) return outcome;
    }
    results = after;
  }
  return allow;
}
