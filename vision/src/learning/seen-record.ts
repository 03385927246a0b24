import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "../adaptation/digit-layer.ts";
import type { SeenNumber, SeenSticker } from "../adaptation/stored-sticker.ts";

/** The size of records that hold what networks see of a sticker. */
export interface RecordShape {
  /** Inputs of the digit layers. */
  inputs: number;
  /** Strips of each number. */
  strips: number;
}

const DIGITS = FIELD_SLOTS * CLASSES;
const numberLength = ({ inputs, strips }: RecordShape): number => 2 + DIGITS + strips * FIELD_SLOTS * inputs;

/** Numbers of a record. */
export const recordLength = (shape: RecordShape): number =>
  2 * (DIGITS + FIELD_SLOTS * shape.inputs + numberLength(shape));

/** A sticker as one array: slots, features, then for each number `written`, whether it is read again, and its strips. */
export function toRecord({ slots, features, code, quantity }: SeenSticker, shape: RecordShape): Float32Array {
  const record = new Float32Array(recordLength(shape));
  record.set(slots);
  record.set(features, slots.length);
  let at = slots.length + features.length;
  for (const { written, second, strips } of [code, quantity]) {
    record.set([written, second ? 1 : 0, ...(second ?? [])], at);
    for (const [i, strip] of strips.entries()) record.set(strip, at + 2 + DIGITS + i * strip.length);
    at += numberLength(shape);
  }
  return record;
}

/** The sticker in a record: views of its numbers. */
export function fromRecord(record: Float32Array, shape: RecordShape): SeenSticker {
  const width = FIELD_SLOTS * shape.inputs;
  const [slotsEnd, featuresEnd] = [2 * DIGITS, 2 * DIGITS + 2 * width];
  const numberAt = (start: number): SeenNumber => {
    const [written = 0, isReadAgain] = record.subarray(start, start + 2);
    if (!isReadAgain) return { written, second: null, strips: [] };
    const first = start + 2 + DIGITS;
    const strips = Array.from({ length: shape.strips }, (_, i) =>
      record.subarray(first + i * width, first + (i + 1) * width),
    );
    return { written, second: record.subarray(start + 2, first), strips };
  };
  return {
    slots: record.subarray(0, slotsEnd),
    features: record.subarray(slotsEnd, featuresEnd),
    code: numberAt(featuresEnd),
    quantity: numberAt(featuresEnd + numberLength(shape)),
  };
}
