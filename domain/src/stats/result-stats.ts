import type { Patch } from "../detection/patch-schema.ts";
import { parsePatch } from "../detection/patch.ts";
import { applyPatches, visibleResults } from "../detection/patches.ts";
import type { Prediction, Result } from "../detection/result.ts";
import { resultStatus } from "../detection/validity.ts";
import type { Cell } from "./cell.ts";

/** An image with the detection that stands for it, and who changed what of it. */
export type ImageWithPatchLog = {
  name: string;
  areaCode: string | null;
  predictions: readonly Prediction[];
  /** The patches that apply, in order, each with the name of whoever made it. */
  log: readonly { patch: Patch; editor: string }[];
};

/** Columns of the label statistics (decision 37). */
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
] as const;

/** One row a label, discarded ones too: what is gone from the screen, added and removed again, is not here either. */
export function resultStatsRows({ name, areaCode, predictions, log }: ImageWithPatchLog): Cell[][] {
  const results = applyPatches(
    predictions,
    log.map(({ patch }) => patch),
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
  ]);
}

/** Thousandths are all a model's confidence is good for. What a person drew, no model is sure of. */
const confidenceOf = ({ original, confidence }: Result): number | null =>
  original === null ? null : Math.round(confidence * 1000) / 1000;

/** Who last changed each result, by its index, which never moves (decision 21). */
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
