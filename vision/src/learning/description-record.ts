import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "../adaptation/digit-layer.ts";
import type { Inputs } from "../adaptation/feature-readers.ts";
import type { NumberDescription, StickerDescription } from "../adaptation/stored-sticker.ts";

const DIGITS = FIELD_SLOTS * CLASSES;
const numberLength = ({ field }: Inputs): number => 2 + DIGITS + FIELD_SLOTS * field;

/** The length of a record with the description of a sticker, in floats. */
export const recordLength = (inputs: Inputs): number =>
  2 * (DIGITS + FIELD_SLOTS * inputs.reader + numberLength(inputs));

/** A description as one array: slots, features, then for each number `written`, whether it is read again, and its strip. */
export function toRecord({ slots, features, code, quantity }: StickerDescription, inputs: Inputs): Float32Array {
  const record = new Float32Array(recordLength(inputs));
  record.set(slots);
  record.set(features, slots.length);
  let at = slots.length + features.length;
  for (const { written, second } of [code, quantity]) {
    record.set([written, second ? 1 : 0, ...(second?.slots ?? [])], at);
    if (second) record.set(second.features, at + 2 + DIGITS);
    at += numberLength(inputs);
  }
  return record;
}

/** The description in a record: views of its floats. */
export function fromRecord(record: Float32Array, inputs: Inputs): StickerDescription {
  const width = FIELD_SLOTS * inputs.field;
  const [slotsEnd, featuresEnd] = [2 * DIGITS, 2 * (DIGITS + FIELD_SLOTS * inputs.reader)];
  const numberAt = (start: number): NumberDescription => {
    const [written = 0, isReadAgain] = record.subarray(start, start + 2);
    if (!isReadAgain) return { written, second: null };
    const first = start + 2 + DIGITS;
    return {
      written,
      second: { slots: record.subarray(start + 2, first), features: record.subarray(first, first + width) },
    };
  };
  return {
    slots: record.subarray(0, slotsEnd),
    features: record.subarray(slotsEnd, featuresEnd),
    code: numberAt(featuresEnd),
    quantity: numberAt(featuresEnd + numberLength(inputs)),
  };
}
