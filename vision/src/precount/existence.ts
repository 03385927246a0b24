/** Confidence that a box is a sticker or shelf tag, and its thresholds. */
import type { DetectedBox } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { logit } from "./certainty.ts";
import { maxConfidence } from "./read-boxes.ts";
import type { ReadBox } from "./read.ts";
import { codesOf, tagCodesOf } from "./values.ts";

type Settings = PrecountManifest["detect"];

/** The confidence that a box is a sticker or tag. A tag's number is printed large, so how surely it is read counts too. */
export function existenceOf(box: ReadBox, settings: Settings): number {
  const { item, answer } = box;
  if (item.label === "sticker") return stickerExistence(item.score, answer.paper, settings);
  const { bias, score, paper, tag, number, contents, values } = settings.tagEvidence;
  const [best] = tagCodesOf(answer.tagSlots);
  return logistic(
    bias +
      score * logit(item.score, MAX_TAG_EVIDENCE) +
      paper * logit(answer.paper, MAX_TAG_EVIDENCE) +
      tag * logit(answer.tag, MAX_TAG_EVIDENCE) +
      number * logit(best?.confidence ?? 0, MAX_TAG_EVIDENCE) +
      (best && values.includes(best.value) ? contents : 0),
  );
}

/** Its values do not count, because an unreadable sticker must not be lost. */
function stickerExistence(score: number, paper: number, { stickerEvidence }: Settings): number {
  if (!stickerEvidence) return Math.min(1, Math.sqrt(score) * paper);
  return logistic(
    stickerEvidence.bias +
      stickerEvidence.score * logit(score, MAX_STICKER_EVIDENCE) +
      stickerEvidence.paper * logit(paper, MAX_STICKER_EVIDENCE),
  );
}

/** The largest logits of evidence, those of 0.999 and 0.9999; as in training. */
const [MAX_TAG_EVIDENCE, MAX_STICKER_EVIDENCE] = [Math.log(999), Math.log(9999)];

const logistic = (evidence: number): number => 1 / (1 + Math.exp(-evidence));

/** Whether a box may count when it has been read. Most boxes of a photo cannot, and are not read. */
export function mayCount({ label, score }: DetectedBox, settings: Settings): boolean {
  const { stickerEvidence, stickerThreshold, tagLooks } = settings;
  if (label === "shelf") return score >= (tagLooks?.leastScore ?? 0);
  return stickerEvidence
    ? score >= stickerEvidence.leastScore
    : stickerExistence(score, 1, settings) >= stickerThreshold;
}

/** Whether a box is so likely a sticker or tag that doubtful values are read again. */
export function isLikely(box: ReadBox, settings: Settings): boolean {
  const { tagLooks } = settings;
  const least = box.item.label === "shelf" && tagLooks ? tagLooks.doubtful[0] : thresholdOf(box, settings) / 2;
  return existenceOf(box, settings) >= least;
}

/** The label of a box: the reader's where it is sure that the detector confuses a sticker and a shelf tag. */
export function labelOf(box: ReadBox, settings: Settings): DetectedBox["label"] {
  const { item, answer } = box;
  const { leastTag, mostTag, readable = 0 } = settings;
  if (lacksCode(box, settings) && answer.tag >= leastTag) return "shelf";
  return item.label === "shelf" && answer.tag <= mostTag && codeConfidence(box) >= readable ? "sticker" : item.label;
}

/** Whether a box is a sticker for the detector, but the reader finds no code on it. */
const lacksCode = (box: ReadBox, { leastCode }: Settings): boolean =>
  box.item.label === "sticker" && codeConfidence(box) < leastCode;

const codeConfidence = ({ answer }: ReadBox): number => codesOf(answer.slots)[0]?.confidence ?? 0;

/** The least existence of a box that counts. Boxes whose values do not show that they are stickers or tags need a higher one. */
export function leastExistence(box: ReadBox, settings: Settings): number {
  const threshold = thresholdOf(box, settings);
  const { readable = 0, unreadableThreshold = 0, unreadableShelfThreshold = 0 } = settings;
  if (maxConfidence(box) >= readable && !lacksCode(box, settings)) return threshold;
  return Math.max(threshold, box.item.label === "shelf" ? unreadableShelfThreshold : unreadableThreshold);
}

const thresholdOf = ({ item }: ReadBox, { shelfThreshold, stickerThreshold }: Settings): number =>
  item.label === "shelf" ? shelfThreshold : stickerThreshold;
