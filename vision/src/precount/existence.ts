/** Confidence that a box is a sticker or shelf tag, and its thresholds. */
import type { DetectedBox } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { maxConfidence } from "./read-boxes.ts";
import type { ReadBox } from "./read.ts";
import { codesOf, tagCodesOf } from "./values.ts";

type Settings = PrecountManifest["detect"];

/**
 * The confidence that a box is a sticker or tag: the reader's, `paper`, weighted twice as much as the detector's. The
 * reader sees the crop at full size and has learned from false detections.
 */
export const existence = (score: number, paper: number): number => Math.min(1, Math.sqrt(score) * paper);

export const existenceOf = ({ item, answer }: ReadBox): number => existence(item.score, answer.paper);

/** The least existence of a box that counts as a sticker or shelf tag. */
export const thresholdOf = ({ label }: DetectedBox, { shelfThreshold, stickerThreshold }: Settings): number =>
  label === "shelf" ? shelfThreshold : stickerThreshold;

/** The least existence of a box whose values do not show that it is a sticker or shelf tag. */
export function unreadableThresholdOf({ label }: DetectedBox, settings: Settings): number {
  const { unreadableThreshold = 0, unreadableShelfThreshold = unreadableThreshold } = settings;
  return label === "shelf" ? unreadableShelfThreshold : unreadableThreshold;
}

/** Whether a box is a sticker for the detector, but the reader finds no code on it. */
export function lacksCode({ item, answer }: ReadBox, { withoutCode }: Settings): boolean {
  if (!withoutCode || item.label !== "sticker") return false;
  const [best] = codesOf(answer.slots);
  return (best?.confidence ?? 0) < withoutCode.code;
}

/**
 * Whether the values of a box are so likely that `thresholdOf` applies. A box without a code is unlikely to be a sticker, and numbers that
 * are the contents of a package are unlikely to be a shelf's.
 */
export function isConvincing(box: ReadBox, settings: Settings): boolean {
  const { readable = 0, readableShelf = readable, contents = [] } = settings;
  if (box.item.label === "sticker") return maxConfidence(box) >= readable && !lacksCode(box, settings);
  const [best] = tagCodesOf(box.answer.slots);
  return best !== undefined && best.confidence >= readableShelf && !contents.includes(best.value);
}

/** The least existence of this box. */
export function leastExistence(box: ReadBox, settings: Settings): number {
  const threshold = thresholdOf(box.item, settings);
  return isConvincing(box, settings) ? threshold : Math.max(threshold, unreadableThresholdOf(box.item, settings));
}
