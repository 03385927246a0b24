import type { StickerOutcome } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { calibrated } from "../precount/certainty.ts";
import { FIELDS, type NumberField, fieldFeatures, fieldSlots } from "../precount/combine.ts";
import type { Combination, TwiceReadNumber } from "../precount/read-fields.ts";
import { CLASSES, type Value, codesOf, quantitiesOf } from "../precount/values.ts";
import { FIELD_SLOTS } from "./digit-layer.ts";
import type { LearningExamples } from "./objective.ts";

/** The outputs of a model's networks for one number. */
export interface NumberDescription {
  /** 0–1: the probability that the number is handwriting, from the field reader, else from the reader. */
  written: number;
  /** The field reader's probabilities, 6 × 11, and the inputs of its digit layer, 6 × inputs; null where it does not read the number. */
  second: { slots: Float32Array; features: Float32Array } | null;
}

/** The outputs of a model's networks for one sticker. They are stored, so that training and comparing do not run the networks again. */
export interface StickerDescription {
  /** The reader's probabilities, 12 × 11: code, then quantity. */
  slots: Float32Array;
  /** The inputs of the reader's digit layer for these slots, 12 × inputs. */
  features: Float32Array;
  code: NumberDescription;
  quantity: NumberDescription;
}

/** The true value, and how much it counts in training, 0–1. */
export interface NumberTruth {
  truth: string;
  importance: number;
}

/** A described sticker with its true values, to learn from or to compare models on. */
export type StoredSticker = StickerDescription & Record<NumberField, NumberDescription & NumberTruth>;

/** Thresholds from which a value is valid without a person. */
export interface ValidThresholds {
  codeConfidence: number;
  quantityConfidence: number;
}

type ReadSettings = Pick<PrecountManifest, "read" | "field" | "calibration">;

/** The part of a model that reads stored stickers. */
export interface StoredReader {
  combination: Combination;
  settings: ReadSettings;
}

export type ReadValues = Record<NumberField, Value>;

/** The values that a model reads on stored stickers, computed by the code that reads photos. */
export async function readStored(
  stickers: readonly StickerDescription[],
  { combination, settings }: StoredReader,
): Promise<ReadValues[]> {
  const answers = stickers.map((sticker) => ({ ...sticker, slots: Float32Array.from(sticker.slots) }));
  const numbers = answers.flatMap((answer) =>
    FIELDS.flatMap((field): TwiceReadNumber[] => {
      const { second } = answer[field];
      if (!second) return [];
      return [
        { field, slots: fieldSlots(answer, field), second, readerFeatures: fieldFeatures(answer.features, field) },
      ];
    }),
  );
  await combination.combine(numbers, settings.field.weight);
  const { stickerCode, stickerQuantity } = settings.calibration ?? {};
  return answers.map((answer) => {
    const [code] = calibrated(codesOf(answer.slots), stickerCode, answer.code.written);
    const [quantity] = calibrated(quantitiesOf(answer.slots), stickerQuantity, answer.quantity.written);
    return { code: code ?? UNREAD, quantity: quantity ?? UNREAD };
  });
}

const UNREAD: Value = { value: "", confidence: 0 };

/** Whether each value is right, and sure enough to be valid without a person. */
export const judgeValues = (
  { code, quantity }: ReadValues,
  truth: Record<NumberField, Pick<NumberTruth, "truth">>,
  { codeConfidence, quantityConfidence }: ValidThresholds,
): StickerOutcome => ({
  code: { right: code.value === truth.code.truth, valid: code.confidence >= codeConfidence },
  quantity: { right: quantity.value === truth.quantity.truth, valid: quantity.confidence >= quantityConfidence },
});

/** The numbers that the field reader reads, as arrays to train on. */
export function toLearningExamples(stickers: readonly StoredSticker[]): LearningExamples {
  const rows = stickers.flatMap((sticker) =>
    FIELDS.flatMap((field) => {
      const { truth, second, importance } = sticker[field];
      if (!second) return [];
      const first = fieldSlots(sticker, field);
      const readerFeatures = fieldFeatures(sticker.features, field);
      return [{ features: second.features, readerFeatures, first, second: second.slots, truth, importance }];
    }),
  );
  const ofNumber = rows[0]?.features.length ?? 0;
  const ofNumberInReader = rows[0]?.readerFeatures.length ?? 0;
  const examples: LearningExamples = {
    features: new Float32Array(rows.length * ofNumber),
    readerFeatures: new Float32Array(rows.length * ofNumberInReader),
    first: new Float32Array(rows.length * FIELD_SLOTS * CLASSES),
    second: new Float32Array(rows.length * FIELD_SLOTS * CLASSES),
    truth: new Uint8Array(rows.length * FIELD_SLOTS),
    importance: new Float32Array(rows.length),
  };
  for (const [n, { features, readerFeatures, first, second, truth, importance }] of rows.entries()) {
    examples.features.set(features, n * ofNumber);
    examples.readerFeatures.set(readerFeatures, n * ofNumberInReader);
    examples.first.set(first.subarray(0, FIELD_SLOTS * CLASSES), n * FIELD_SLOTS * CLASSES);
    examples.second.set(second.subarray(0, FIELD_SLOTS * CLASSES), n * FIELD_SLOTS * CLASSES);
    examples.truth.set(slotsOf(truth), n * FIELD_SLOTS);
    examples.importance[n] = importance;
  }
  return examples;
}

const BLANK = 10;

/** Digits from the left, then blanks. */
const slotsOf = (value: string): number[] =>
  Array.from({ length: FIELD_SLOTS }, (_, slot) => (slot < value.length ? Number(value[slot]) : BLANK));
