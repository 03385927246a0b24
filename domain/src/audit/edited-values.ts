import type { Prediction } from "../detection/result.ts";
import { type LoggedPatch, type PatchStep, patchSteps } from "../history/patch-steps.ts";

/** One value of one sticker that an edit changed. */
export type EditedValue = Omit<PatchStep, "recorded">;

/**
 * The values that each revision of a detection changed.
 * @param log all patches of the detection in their order, also those that were taken back: an edit happened even if it was undone later
 */
export function editedValues(
  predictions: readonly Prediction[],
  log: readonly LoggedPatch[],
): Map<number, EditedValue[]> {
  const indexes = new Set<number>();
  let added = predictions.length;
  for (const { patch } of log) indexes.add(patch.op === "add" ? added++ : Number(patch.path.split("/")[1]));
  const steps = [...indexes].flatMap((index) => patchSteps(predictions, log, index));
  const places = new Map(log.map((recorded, at) => [recorded, at]));
  const place = ({ recorded }: PatchStep<LoggedPatch>): number => places.get(recorded) ?? 0;
  const edits = steps.filter(({ kind }) => kind !== "read").toSorted((a, b) => place(a) - place(b));
  return Map.groupBy(edits, ({ recorded }) => recorded.revision);
}
