import { detectionTransitions, type DetectionStatus, type DetectionVerb, type ImageStats } from "./image-detection.ts";
import type { Patch } from "./patch-schema.ts";
import { patchedFields } from "./patched-fields.ts";
import { isRemoved } from "./patches.ts";
import type { Prediction, Result } from "./result.ts";
import { allValid, isResultValid, isDoubtful } from "./validity.ts";

export type DetectionState = { current: DetectionStatus; patches: readonly Patch[]; results: readonly Result[] };

/**
 * Decision 23. What a person decided (validated, selected, discarded) stands; below that the status says
 * whether somebody has edited and whether a result is still invalid.
 */
export function deriveDetectionStatus({ current, patches, results }: DetectionState): DetectionStatus {
  if (current === "validated" || current === "selected" || current === "discarded") return current;
  if (patches.length === 0) return "inferred";
  return allValid(results) ? "patched" : "drafted";
}

/** The status after a verb that `detectionCan` allowed. Unlocking goes back to what the patches make of it. */
export function detectionStatusAfter(verb: DetectionVerb, state: Omit<DetectionState, "current">): DetectionStatus {
  return verb === "invalidate"
    ? deriveDetectionStatus({ ...state, current: "patched" })
    : detectionTransitions[verb].to;
}

/** Whole percent, rounded down; all of nothing is 100, for there is nothing left to do. */
export const wholePercent = (part: number, all: number): number => (all === 0 ? 100 : Math.floor((100 * part) / all));

/** Share of results that are valid or discarded: what is left is what needs somebody. */
export function detectionProgress(results: readonly Result[]): number {
  const shown = results.filter((result) => !isRemoved(result));
  return wholePercent(shown.filter((result) => !isDoubtful(result)).length, shown.length);
}

/** Results that are not discarded. */
export const detectionCount = (results: readonly Result[]): number =>
  results.filter((result) => !result.discarded).length;

export type StickerCounts = { stickers: number; validStickers: number };

/** Non-discarded stickers, and how many of them are valid: what an event's percent is summed from. */
export function countStickers(results: readonly Result[]): StickerCounts {
  const stickers = results.filter((result) => result.label === "sticker" && !result.discarded);
  return { stickers: stickers.length, validStickers: stickers.filter(isResultValid).length };
}

/** Percent of an image's non-discarded stickers that are valid, rounded down; 100 when it has none. */
export const validPercent = ({ stickers, validStickers }: StickerCounts): number =>
  wholePercent(validStickers, stickers);

/**
 * The counts of spec §3. Stickers by the label a result now has; predictions by the model's. A result that
 * was added and removed again counts nowhere; a discarded one counts as discarded only.
 */
export function imageStats(predictions: readonly Prediction[], results: readonly Result[]): ImageStats {
  const predicted = predictions.filter((prediction) => prediction.label === "sticker");
  const stickers = results.filter((result) => result.label === "sticker" && !isRemoved(result));
  const live = stickers.filter((result) => !result.discarded);
  const fields = live.map(patchedFields);
  return {
    stickerPredictionsCount: predicted.length,
    validStickerPredictionsCount: predicted.filter(isResultValid).length,
    patchedStickersCount: fields.filter((patched) => patched.length > 0).length,
    discardedStickersCount: stickers.length - live.length,
    addedStickersCount: live.filter((result) => result.original === null).length,
    patchedStickersCodesCount: fields.filter((patched) => patched.includes("code")).length,
    patchedStickersQuantitiesCount: fields.filter((patched) => patched.includes("quantity")).length,
    codesWithLeadingZeroCount: live.filter((result) => result.code.value.startsWith("0")).length,
  };
}
