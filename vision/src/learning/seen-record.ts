import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "../adaptation/digit-layer.ts";
import type { Inputs } from "../adaptation/feature-readers.ts";
import type { SeenNumber, SeenSticker } from "../adaptation/stored-sticker.ts";

const DIGITS = FIELD_SLOTS * CLASSES;
const numberLength = ({ field }: Inputs): number => 2 + DIGITS + FIELD_SLOTS * field;

/** Numbers of a record that holds what networks see of a sticker. */
export const recordLength = (inputs: Inputs): number =>
  2 * (DIGITS + FIELD_SLOTS * inputs.reader + numberLength(inputs));

/** A sticker as one array: slots, features, then for each number `written`, whether it is read again, and its strip. */
export function toRecord({ slots, features, code, quantity }: SeenSticker, inputs: Inputs): Float32Array {
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

/** The sticker in a record: views of its numbers. */
export function fromRecord(record: Float32Array, inputs: Inputs): SeenSticker {
  const width = FIELD_SLOTS * inputs.field;
  const [slotsEnd, featuresEnd] = [2 * DIGITS, 2 * (DIGITS + FIELD_SLOTS * inputs.reader)];
  const numberAt = (start: number): SeenNumber => {
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
