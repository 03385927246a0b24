import { type Corners, type Rect, rectCorners } from "../geometry/rect.ts";
import { quadIou } from "../geometry/iou.ts";
import { type Overlap, type OverlapPhoto, overlapAround } from "./find-overlap.ts";
import { KeypointGrid } from "./match-keypoints.ts";
import { mapPoint } from "../geometry/homography.ts";

/** A sticker of a photo, as the search needs it. */
export interface PhotoSticker {
  /** The index of the result. */
  index: number;
  code: string;
  quantity: string;
  rect: Rect;
}

export interface SearchedPhoto extends OverlapPhoto {
  stickers: readonly PhotoSticker[];
}

export interface FoundPair {
  indexA: number;
  indexB: number;
  /** 0–1. */
  certainty: number;
}

/** The overlap of two photos, and the stickers that both show. */
export interface PhotoPair {
  overlap: Overlap;
  pairs: FoundPair[];
}

/**
 * Number of pairs with equal texts that are tried as the start of an overlap. A higher number rarely helps, because every correct pair
 * leads to the same overlap.
 */
const MAX_STARTS = 8;
/** With an overlap of this quality the search does not try further stickers. */
const CLEAR = { agreement: 0.3, points: 30 };
/**
 * The least share of the keypoints in the common part that agree. Measured with `npm run bench -- duplicates`: photos of the same shelf
 * have 0.25 to 0.6, photos of different shelves at most 0.11.
 */
const MIN_AGREEMENT = 0.2;
/** The lowest number of points times agreement. In photos of different shelves up to ten points agree by chance. */
const MIN_EVIDENCE = 3.3;
/** The least overlap of one sticker's box with the other's, after mapping it: two stickers side by side do not overlap. */
const MIN_IOU = 0.45;
/** Points times agreement at which an overlap is almost certain. */
const CERTAIN_EVIDENCE = 4;

/** The lowest IoU of two boxes with different readings: they must match more exactly to be the same sticker. */
const MIN_IOU_OF_MISREAD = 0.6;
/** Digits of the code that a misreading changes at most, if the quantities are equal. */
const MAX_MISREAD_DIGITS = 2;
/** Lower than every percentage at which an event merges pairs automatically: a person chooses the correct reading. */
const MAX_MISREAD_CERTAINTY = 0.85;

const isSameText = (a: PhotoSticker, b: PhotoSticker): boolean => a.code === b.code && a.quantity === b.quantity;

/** Whether two readings may be of one sticker: the same code with another quantity, or the same quantity with a similar code. */
function isMisreading(a: PhotoSticker, b: PhotoSticker): boolean {
  if (a.code === b.code) return a.code !== "";
  if (a.quantity !== b.quantity || a.code.length !== b.code.length) return false;
  return Array.from(a.code).filter((digit, at) => digit !== b.code[at]).length <= MAX_MISREAD_DIGITS;
}

/**
 * Finds the stickers that two photos both show: stickers with equal texts are tried as the start of an overlap, the surroundings must
 * agree, and then the boxes must overlap. Null if the photos do not overlap or share no sticker. A sticker is in one pair at most, so
 * that two equal stickers side by side stay two. Once the photos are known to overlap, a sticker that was read differently in them is
 * found too, with less certainty.
 */
export function findPairs(a: SearchedPhoto, b: SearchedPhoto): PhotoPair | null {
  const overlap = bestOverlap(a, b);
  if (overlap === null) return null;
  const candidates = a.stickers.flatMap((stickerA) =>
    b.stickers.flatMap((stickerB) => {
      const isSame = isSameText(stickerA, stickerB);
      if (!isSame && !isMisreading(stickerA, stickerB)) return [];
      const iou = iouUnder(overlap, stickerA.rect, stickerB.rect);
      const isPair = iou >= (isSame ? MIN_IOU : MIN_IOU_OF_MISREAD);
      return isPair ? [{ indexA: stickerA.index, indexB: stickerB.index, isSame, iou }] : [];
    }),
  );
  const evidence = overlap.points.length * overlap.agreement;
  const pairs: FoundPair[] = [];
  const sorted = candidates.toSorted((one, other) => Number(other.isSame) - Number(one.isSame) || other.iou - one.iou);
  for (const { indexA, indexB, isSame, iou } of sorted) {
    if (pairs.some((pair) => pair.indexA === indexA || pair.indexB === indexB)) continue;
    const certainty = certaintyOf(evidence, iou);
    pairs.push({ indexA, indexB, certainty: isSame ? certainty : Math.min(MAX_MISREAD_CERTAINTY, certainty) });
  }
  return pairs.length === 0 ? null : { overlap, pairs };
}

/** The certainty of a pair. It grows with the evidence for the overlap of the photos and with the IoU of the boxes; at most 0.999. */
const certaintyOf = (evidence: number, iou: number): number =>
  Math.min(0.999, (1 - Math.exp(-evidence / CERTAIN_EVIDENCE)) * Math.min(1, iou / 0.6));

function bestOverlap(a: SearchedPhoto, b: SearchedPhoto): Overlap | null {
  let best: Overlap | null = null;
  const target = { ...b, grid: new KeypointGrid(b.keypoints, b.size) };
  for (const [stickerA, stickerB] of starts(a, b)) {
    const overlap = overlapAround(a, target, stickerA.rect, stickerB.rect);
    if (overlap === null || overlap.agreement < MIN_AGREEMENT || evidenceOf(overlap) < MIN_EVIDENCE) continue;
    if (best === null || evidenceOf(overlap) > evidenceOf(best)) best = overlap;
    if (overlap.agreement >= CLEAR.agreement && overlap.points.length >= CLEAR.points) break;
  }
  return best;
}

const evidenceOf = ({ points, agreement }: Overlap): number => points.length * agreement;

/** Stickers with equal texts, those with rare texts first: they are most likely the same. */
function starts(a: SearchedPhoto, b: SearchedPhoto): [PhotoSticker, PhotoSticker][] {
  const equal = a.stickers.map((sticker) => ({
    sticker,
    others: b.stickers.filter((other) => isSameText(sticker, other)),
  }));
  return equal
    .toSorted((one, other) => one.others.length - other.others.length)
    .flatMap(({ sticker, others }) => others.map((other): [PhotoSticker, PhotoSticker] => [sticker, other]))
    .slice(0, MAX_STARTS);
}

function iouUnder({ homography }: Overlap, rectA: Rect, rectB: Rect): number {
  // Four corners stay four corners.
  const mapped = rectCorners(rectA).map((corner) => mapPoint(homography, corner)) as unknown as Corners;
  return quadIou(mapped, rectCorners(rectB));
}
