import { detectionTransitions, type DetectionStatus, type DetectionVerb, type ImageStats } from "./image-detection.ts";
import type { Patch } from "./patch-schema.ts";
import { patchedFields, resultEdit } from "./patched-fields.ts";
import { isRemoved } from "./patches.ts";
import type { Prediction, Result } from "./result.ts";
import { allValid, isResultValid, isDoubtful } from "./validity.ts";

export type DetectionState = { current: DetectionStatus; patches: readonly Patch[]; results: readonly Result[] };

/**
 * The status of a detection (PD-23). A person's decision (validated, selected, discarded) takes precedence; otherwise
 * the status says whether there are edits and whether a result is still invalid.
 */
export function deriveDetectionStatus({ current, patches, results }: DetectionState): DetectionStatus {
  if (current === "validated" || current === "selected" || current === "discarded") return current;
  if (patches.length === 0) return "inferred";
  return allValid(results) ? "patched" : "drafted";
}

/** The status after a verb that `detectionCan` allowed. Unlocking derives the status from the patches. */
export function detectionStatusAfter(verb: DetectionVerb, state: Omit<DetectionState, "current">): DetectionStatus {
  return verb === "invalidate"
    ? deriveDetectionStatus({ ...state, current: "patched" })
    : detectionTransitions[verb].to;
}

/** Whole percent, rounded down; 100 if `all` is 0, because nothing is left to do. */
export const wholePercent = (part: number, all: number): number => (all === 0 ? 100 : Math.floor((100 * part) / all));

/** Percent of results that are valid or discarded. The rest is doubtful. */
export function detectionProgress(results: readonly Result[]): number {
  const visible = results.filter((result) => !isRemoved(result));
  return wholePercent(visible.filter((result) => !isDoubtful(result)).length, visible.length);
}

/** Number of results that are not discarded. */
export const detectionCount = (results: readonly Result[]): number =>
  results.filter((result) => !result.discarded).length;

export type StickerCounts = { stickers: number; validStickers: number };

/** Number of non-discarded stickers and of valid ones; an event's percentage is computed from their sums. */
export function countStickers(results: readonly Result[]): StickerCounts {
  const stickers = results.filter((result) => result.label === "sticker" && !result.discarded);
  return { stickers: stickers.length, validStickers: stickers.filter(isResultValid).length };
}

/** Percent of an image's non-discarded stickers that are valid, rounded down; 100 without stickers. */
export const validPercent = ({ stickers, validStickers }: StickerCounts): number =>
  wholePercent(validStickers, stickers);

/**
 * The counts of spec §3, and the confirmed stickers (PD-70). Stickers are counted by the current class, predictions by
 * the model's class. A result that was added and discarded is not counted; other discarded results count only as
 * discarded.
 */
export function imageStats(predictions: readonly Prediction[], results: readonly Result[]): ImageStats {
  const predicted = predictions.filter((prediction) => prediction.label === "sticker");
  const stickers = results.filter((result) => result.label === "sticker" && !isRemoved(result));
  const kept = stickers.filter((result) => !result.discarded);
  const fields = kept.map(patchedFields);
  return {
    stickerPredictionsCount: predicted.length,
    validStickerPredictionsCount: predicted.filter(isResultValid).length,
    patchedStickersCount: fields.filter((patched) => patched.length > 0).length,
    confirmedStickersCount: kept.filter((result) => resultEdit(result)?.kind === "confirmed").length,
    discardedStickersCount: stickers.length - kept.length,
    addedStickersCount: kept.filter((result) => result.original === null).length,
    patchedStickersCodesCount: fields.filter((patched) => patched.includes("code")).length,
    patchedStickersQuantitiesCount: fields.filter((patched) => patched.includes("quantity")).length,
    codesWithLeadingZeroCount: kept.filter((result) => result.code.value.startsWith("0")).length,
  };
}
