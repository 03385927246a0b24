import type { Patch } from "../detection/patch-schema.ts";
import { parsePatch } from "../detection/patch.ts";
import { applyPatches, visibleResults } from "../detection/patches.ts";
import { resultEdit } from "../detection/patched-fields.ts";
import type { Prediction, Result } from "../detection/result.ts";
import { resultStatus } from "../detection/validity.ts";
import type { ItemCodes } from "../item/item-codes.ts";
import type { Cell } from "./cell.ts";

/** An image with its representative detection and the authors of its patches. */
export type ImageWithPatchLog = {
  name: string;
  areaCode: string | null;
  predictions: readonly Prediction[];
  itemCodes?: ItemCodes | null;
  /** The patch log in order, each patch with its author's name. */
  log: readonly { patch: Patch; editor: string }[];
};

/** Columns of the result statistics, `labels-stats` in the API (PD-37). */
export const RESULT_STATS_COLUMNS = [
  "Area",
  "Image",
  "Type",
  "Code",
  "Quantity",
  "Confidence",
  "Status",
  "Original code",
  "Original quantity",
  "Editor",
  // Last, because programs may read the other columns by position.
  "Edit",
] as const;

/** One row per result, including discarded ones; results that were added and discarded are left out. */
export function resultStatsRows({ name, areaCode, predictions, itemCodes, log }: ImageWithPatchLog): Cell[][] {
  const results = applyPatches(
    predictions,
    log.map(({ patch }) => patch),
    itemCodes,
  );
  const editors = lastEditors(predictions.length, log);
  return visibleResults(results).map(({ index, result }) => [
    areaCode,
    name,
    result.label,
    result.code.value,
    result.quantity?.value ?? null,
    confidenceOf(result),
    resultStatus(result),
    result.original?.code.value ?? null,
    result.original?.quantity?.value ?? null,
    editors.get(index) ?? null,
    resultEdit(result)?.kind ?? null,
  ]);
}

/** Rounded to thousandths, the precision of a model's confidence. A drawn result has none. */
const confidenceOf = ({ original, confidence }: Result): number | null =>
  original === null ? null : Math.round(confidence * 1000) / 1000;

/** The last editor of each result by its index, which never changes (PD-21). */
function lastEditors(predicted: number, log: ImageWithPatchLog["log"]): Map<number, string> {
  const editors = new Map<number, string>();
  let added = 0;
  for (const { patch, editor } of log) {
    const edit = parsePatch(patch);
    if (edit === null) continue;
    if (edit.field === "add") editors.set(predicted + added++, editor);
    else editors.set(edit.index, editor);
  }
  return editors;
}
