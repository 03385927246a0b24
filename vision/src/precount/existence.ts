/** Confidence that a box is a sticker or shelf tag, and its thresholds. */
import type { DetectedBox } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { logit } from "./certainty.ts";
import { maxConfidence } from "./read-boxes.ts";
import type { ReadBox } from "./read.ts";
import { codesOf, tagCodesOf } from "./values.ts";

type Settings = PrecountManifest["detect"];

/**
 * The confidence that a box is a sticker: the reader's, `paper`, weighted twice as much as the detector's. The reader sees the crop at
 * full size and has learned from false detections.
 */
const stickerExistence = (score: number, paper: number): number => Math.min(1, Math.sqrt(score) * paper);

/** The confidence that a box is a sticker or tag. A tag's number is printed large, so how surely it is read counts too. */
export function existenceOf(box: ReadBox, { tagEvidence }: Settings): number {
  const { item, answer } = box;
  if (item.label === "sticker") return stickerExistence(item.score, answer.paper);
  const { bias, score, paper, tag, number, contents, values } = tagEvidence;
  const [best] = tagCodesOf(answer.tagSlots);
  const evidence =
    bias +
    score * logit(item.score, MAX_EVIDENCE) +
    paper * logit(answer.paper, MAX_EVIDENCE) +
    tag * logit(answer.tag, MAX_EVIDENCE) +
    number * logit(best?.confidence ?? 0, MAX_EVIDENCE) +
    (best && values.includes(best.value) ? contents : 0);
  return 1 / (1 + Math.exp(-evidence));
}

/** The largest logit of evidence, that of 0.999; as in training. */
const MAX_EVIDENCE = Math.log(999);

/** Whether a box may count when it has been read. Most boxes of a photo cannot, and are not read. */
export const mayCount = ({ label, score }: DetectedBox, { stickerThreshold, tagLooks }: Settings): boolean =>
  label === "shelf" ? score >= (tagLooks?.leastScore ?? 0) : stickerExistence(score, 1) >= stickerThreshold;

/** Whether a box is so likely a sticker or tag that doubtful values are read again. */
export function isLikely(box: ReadBox, settings: Settings): boolean {
  const { tagLooks } = settings;
  const least = box.item.label === "shelf" && tagLooks ? tagLooks.doubtful[0] : thresholdOf(box, settings) / 2;
  return existenceOf(box, settings) >= least;
}

/** Whether a box is a sticker for the detector, but a shelf tag for the reader. */
export const isReallyTag = (box: ReadBox, settings: Settings): boolean =>
  lacksCode(box, settings) && box.answer.tag >= settings.leastTag;

/** Whether a box is a sticker for the detector, but the reader finds no code on it. */
function lacksCode({ item, answer }: ReadBox, { leastCode }: Settings): boolean {
  if (item.label !== "sticker") return false;
  const [best] = codesOf(answer.slots);
  return (best?.confidence ?? 0) < leastCode;
}

/** The least existence of a box that counts. Boxes whose values do not show that they are stickers or tags need a higher one. */
export function leastExistence(box: ReadBox, settings: Settings): number {
  const threshold = thresholdOf(box, settings);
  const { readable = 0, unreadableThreshold = 0, unreadableShelfThreshold = 0 } = settings;
  if (maxConfidence(box) >= readable && !lacksCode(box, settings)) return threshold;
  return Math.max(threshold, box.item.label === "shelf" ? unreadableShelfThreshold : unreadableThreshold);
}

const thresholdOf = ({ item }: ReadBox, { shelfThreshold, stickerThreshold }: Settings): number =>
  item.label === "shelf" ? shelfThreshold : stickerThreshold;
