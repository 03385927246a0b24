import type { StickerOutcome } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { calibrated } from "../precount/certainty.ts";
import { FIELDS, type NumberField, combineReadings, fieldSlots, isWorthSecondLook } from "../precount/read-fields.ts";
import { CLASSES, type Value, codesOf, quantitiesOf } from "../precount/values.ts";
import type { Adaptation } from "./adaptation.ts";
import { FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";
import { mixInNeighbors } from "./neighbors.ts";
import type { LearningExamples } from "./objective.ts";

/** A sticker to learn from or to compare models on: what the networks saw of it, and what is written on it. */
export interface StoredSticker {
  /** The reader's probabilities, 12 × 11: code, then quantity. */
  slots: Float32Array;
  /** Inputs of the reader's digit layer for these slots, 12 × inputs. */
  features: Float32Array;
  code: StoredNumber;
  quantity: StoredNumber;
}

interface StoredNumber {
  truth: string;
  /** 0–1: that the number is handwriting, by the reader. */
  written: number;
  /** What the field reader's digit layer saw, 6 × inputs each: the strip that is read, then further strips of the number. */
  strips: readonly Float32Array[];
  /** How much the value counts in training, 0–1. */
  importance: number;
}

/** Thresholds from which a value is valid without a person. */
export interface ValidThresholds {
  codeConfidence: number;
  quantityConfidence: number;
}

type ReadSettings = Pick<PrecountManifest, "read" | "field" | "calibration">;

/** The values that the model with this adaptation reads on a stored sticker. */
export function readStored(
  sticker: StoredSticker,
  { layer, memory }: Adaptation,
  settings: ReadSettings,
): Record<NumberField, Value> {
  const answer = { slots: Float32Array.from(sticker.slots) };
  for (const field of FIELDS) {
    const [strip] = sticker[field].strips;
    if (!strip || !isWorthSecondLook({ ...sticker, ...answer }, field, settings)) continue;
    const second = logitsOf(strip, layer);
    softmaxRows(second);
    const slots = fieldSlots(answer, field);
    combineReadings(slots, second, settings.field.weight);
    mixInNeighbors(slots, { features: strip, readerFeatures: readerFeaturesOf(sticker, field) }, memory);
  }
  const { stickerCode, stickerQuantity } = settings.calibration ?? {};
  const [code] = calibrated(codesOf(answer.slots), stickerCode, sticker.code.written);
  const [quantity] = calibrated(quantitiesOf(answer.slots), stickerQuantity, sticker.quantity.written);
  return { code: code ?? UNREAD, quantity: quantity ?? UNREAD };
}

const UNREAD: Value = { value: "", confidence: 0 };

const readerFeaturesOf = ({ features }: StoredSticker, field: NumberField): Float32Array =>
  field === "code" ? features.subarray(0, features.length / 2) : features.subarray(features.length / 2);

/** Whether each number is right, and sure enough to be valid without a person. */
export function judgeStored(
  sticker: StoredSticker,
  adaptation: Adaptation,
  settings: ReadSettings,
  { codeConfidence, quantityConfidence }: ValidThresholds,
): StickerOutcome {
  const { code, quantity } = readStored(sticker, adaptation, settings);
  return {
    code: { right: code.value === sticker.code.truth, valid: code.confidence >= codeConfidence },
    quantity: {
      right: quantity.value === sticker.quantity.truth,
      valid: quantity.confidence >= quantityConfidence,
    },
  };
}

/** The numbers that the field reader reads, as arrays to train on; the strips of a number share its importance. */
export function toLearningExamples(stickers: readonly StoredSticker[], settings: ReadSettings): LearningExamples {
  const rows = stickers.flatMap((sticker) =>
    FIELDS.filter((field) => isWorthSecondLook(sticker, field, settings)).flatMap((field) => {
      const { truth, strips, importance } = sticker[field];
      const first = fieldSlots(sticker, field);
      const readerFeatures = readerFeaturesOf(sticker, field);
      const share = importance / strips.length;
      return strips.map((features) => ({ features, readerFeatures, first, truth, importance: share }));
    }),
  );
  const inputs = (rows[0]?.features.length ?? 0) / FIELD_SLOTS;
  const examples: LearningExamples = {
    features: new Float32Array(rows.length * FIELD_SLOTS * inputs),
    readerFeatures: new Float32Array(rows.length * FIELD_SLOTS * inputs),
    first: new Float32Array(rows.length * FIELD_SLOTS * CLASSES),
    truth: new Uint8Array(rows.length * FIELD_SLOTS),
    importance: new Float32Array(rows.length),
  };
  for (const [n, { features, readerFeatures, first, truth, importance }] of rows.entries()) {
    examples.features.set(features, n * FIELD_SLOTS * inputs);
    examples.readerFeatures.set(readerFeatures, n * FIELD_SLOTS * inputs);
    examples.first.set(first.subarray(0, FIELD_SLOTS * CLASSES), n * FIELD_SLOTS * CLASSES);
    examples.truth.set(slotsOf(truth), n * FIELD_SLOTS);
    examples.importance[n] = importance;
  }
  return examples;
}

const BLANK = 10;

/** Digits from the left, then blanks. */
const slotsOf = (value: string): number[] =>
  Array.from({ length: FIELD_SLOTS }, (_, slot) => (slot < value.length ? Number(value[slot]) : BLANK));
