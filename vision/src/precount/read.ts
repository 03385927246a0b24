import type { Box, DetectedBox } from "@precount/domain";
import type { Network } from "@precount/inference";
import { type Pixels, fromBoxFrame } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { fitCrop } from "./crop.ts";
import { type Row, runInBatches } from "./run-in-batches.ts";
import { CLASSES, MAX_TAG_DIGITS } from "./values.ts";

const SLOTS = 12;
const DIGIT_OUTPUTS = SLOTS * CLASSES;
const FLAG_OUTPUTS = 2;
const FIELD_OUTPUTS = 5;
const TAG_DIGIT_OUTPUTS = MAX_TAG_DIGITS * CLASSES;
/** Probabilities of the slots of a code or a quantity: six slots of eleven classes. */
export const DIGITS_OF_NUMBER = DIGIT_OUTPUTS / 2;
export type ReadSettings = PrecountManifest["read"];

/**
 * The number of values that the reader answers for one crop: probabilities of the slots, `upsideDown` and `paper`, then a place and
 * `written` of code and quantity, and `tag` and the slots of a tag's number if the model has them.
 */
export const readerOutputs = ({
  answersTag,
  answersTagNumber,
}: Pick<ReadSettings, "answersTag" | "answersTagNumber">): number =>
  DIGIT_OUTPUTS + FLAG_OUTPUTS + 2 * FIELD_OUTPUTS + (answersTag ? 1 : 0) + (answersTagNumber ? TAG_DIGIT_OUTPUTS : 0);

/** The part of the photo that a crop of a box shows. */
export type CropView = ReadSettings["look"];

export type BoxSettings = Pick<PrecountManifest, "read" | "field">;

export interface Answer {
  /** 12 × 11 probabilities: code, then quantity. */
  slots: Float32Array;
  /** 0–1: that the crop is upside down, so that its slots are meaningless. */
  upsideDown: number;
  /** 0–1: that the crop shows a sticker or a shelf tag. */
  paper: number;
  /** 0–1: that the crop shows a shelf tag, and not a price or a sticker; 0.5, which says nothing, if the model does not tell. */
  tag: number;
  /** 3 × 11 probabilities of a shelf tag's number; the first slots of the code if the model has no others. */
  tagSlots: Float32Array;
  code: FieldPlace;
  quantity: FieldPlace;
  /** The inputs of the last layer for each slot, 12 × inputs; null unless the reader was opened with this output. */
  features: Float32Array | null;
}

/** Where a number is in the crop, as shares of its sides, and the probability that it is written by hand. */
export interface FieldPlace {
  cx: number;
  cy: number;
  width: number;
  height: number;
  written: number;
}

/** A box and the reader's answer for it; the box of an upside-down sticker is rotated by 180°. */
export interface ReadBox {
  item: DetectedBox;
  answer: Answer;
}

/** The crop of a box: the part of the photo that `view` shows, set upright at the reader's size. */
export function cropOf(photo: Pixels, box: Box, settings: ReadSettings, view: CropView = settings.look): Pixels {
  return fitCrop(photo, shownPart(box, view), settings);
}

/** The part of the photo that a crop shows of a box. */
export function shownPart(box: Box, view: CropView): Box {
  const { x: cx, y: cy } = fromBoxFrame(box, view.right * box.width, view.down * box.height);
  return { cx, cy, width: box.width * view.growWidth, height: box.height * view.growHeight, angle: box.angle };
}

/** Reads all crops in batches. */
export async function read(network: Network, crops: readonly Pixels[], settings: ReadSettings): Promise<Answer[]> {
  const rows = await runInBatches(network, crops, settings, readerOutputs(settings));
  return rows.map((row) => toAnswer(row, settings));
}

function toAnswer({ numbers, features }: Row, { answersTagNumber }: ReadSettings): Answer {
  const [upsideDown, paper, ...fields] = numbers.subarray(DIGIT_OUTPUTS);
  return {
    slots: numbers.subarray(0, DIGIT_OUTPUTS),
    upsideDown: upsideDown!,
    paper: paper!,
    code: toPlace(fields.slice(0, FIELD_OUTPUTS)),
    quantity: toPlace(fields.slice(FIELD_OUTPUTS, 2 * FIELD_OUTPUTS)),
    tag: fields[2 * FIELD_OUTPUTS] ?? 0.5,
    tagSlots: answersTagNumber ? numbers.subarray(-TAG_DIGIT_OUTPUTS) : numbers.subarray(0, TAG_DIGIT_OUTPUTS),
    features,
  };
}

function toPlace([cx, cy, width, height, written]: readonly number[]): FieldPlace {
  return { cx: cx!, cy: cy!, width: width!, height: height!, written: written! };
}
