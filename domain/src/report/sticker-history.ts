import type { Prediction } from "../detection/result.ts";
import { type PatchStep, type RecordedPatch, patchSteps } from "../history/patch-steps.ts";

/** One step of a sticker until its image was approved. `by` is the name of a person or a model. */
export type HistoryStep = {
  kind: "read" | "added" | "changed" | "confirmed" | "moved" | "discarded" | "recovered" | "approved";
  at: string;
  by: string;
  /** 'code 012345, quantity 7'. */
  text: string;
};

export type StickerRecord = {
  /** Index of the result in its detection. */
  index: number;
  predictions: readonly Prediction[];
  readAt: string;
  model: string;
  /** The patches of the detection that applied at the approval, in their order. */
  patches: readonly RecordedPatch[];
  approvedAt: string;
  approvedBy: string;
};

const valuesOf = ({ code, quantity }: Prediction): string =>
  `code ${code.value || "unread"}, quantity ${quantity?.value || "unread"}`;

/** The steps of one sticker from its reading to the approval of its image. */
export function stickerHistory({
  index,
  predictions,
  readAt,
  model,
  patches,
  approvedAt,
  approvedBy,
}: StickerRecord): HistoryStep[] {
  const prediction = predictions[index];
  const read: HistoryStep[] = prediction ? [{ kind: "read", at: readAt, by: model, text: valuesOf(prediction) }] : [];
  const edits = patchSteps(predictions, patches, index).flatMap((step): HistoryStep[] => {
    const described = describeStep(step);
    const { at, by } = step.recorded;
    return described === null ? [] : [{ ...described, at, by }];
  });
  return [...read, ...edits, { kind: "approved", at: approvedAt, by: approvedBy, text: "the image and its values" }];
}

/** Null for steps that are not part of the history. */
function describeStep({ kind, field, before, after, recorded: { patch } }: PatchStep) {
  if (kind === "added" && patch.op === "add") return { kind, text: valuesOf(patch.value) };
  if (kind === "moved") return { kind, text: "its box" };
  if (kind === "discarded" || kind === "recovered") return { kind, text: "the sticker" };
  if (field === null) return null;
  if (kind === "confirmed") return { kind, text: `${field} ${after}` };
  return { kind: "changed" as const, text: `${field} ${before || "unread"} → ${after || "unread"}` };
}
