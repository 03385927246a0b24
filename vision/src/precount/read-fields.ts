import type { Box } from "@precount/domain";
import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { FIELDS, type NumberField, combineReadings, fieldFeatures, fieldSlots } from "./combine.ts";
import { type Answer, type BoxSettings, DIGITS_OF_NUMBER, type ReadBox } from "./read.ts";
import { runInBatches } from "./run-in-batches.ts";
import { type Place, closerBox, numberBox, stripOf } from "./strip.ts";
import { codesOf, numbersOf, quantitiesOf } from "./values.ts";

type FieldSettings = PrecountManifest["field"];

/** The number of values that the field reader answers for one strip: probabilities of the slots and of handwriting, and the place if the model has one. */
export const fieldOutputs = ({ stillDoubtful }: FieldSettings): number =>
  DIGITS_OF_NUMBER + 1 + (stillDoubtful === undefined ? 0 : PLACE_OUTPUTS);
const PLACE_OUTPUTS = 4;

/** The field reader's reading of one number. */
export interface StripReading {
  /** 6 × 11 probabilities. */
  slots: Float32Array;
  /** 0–1: the probability that the number is handwriting. */
  written: number;
  /** The inputs of the last layer, 6 × inputs; null unless the field reader was opened with this output. */
  features: Float32Array | null;
}

/** The field reader's reading of each strip, and the place of the number, in shares of the strip. */
export async function readStrips(
  network: Network,
  strips: readonly Pixels[],
  settings: FieldSettings,
): Promise<(StripReading & { place: Place | null })[]> {
  const rows = await runInBatches(network, strips, settings, fieldOutputs(settings));
  return rows.map(({ numbers, features }) => {
    const slots = numbers.subarray(0, DIGITS_OF_NUMBER);
    const [written, cx, cy, width, height] = numbers.subarray(DIGITS_OF_NUMBER);
    const place = height === undefined ? null : { cx: cx!, cy: cy!, width: width!, height };
    return { slots, written: written!, features, place };
  });
}

/** A number for the field reader: its place in the photo, and the first reading's slots. */
export interface NumberToReread {
  field: NumberField;
  number: Box;
  slots: Float32Array;
}

/** The doubtful and the handwritten numbers of a sticker. */
export const numbersToReread = ({ item, answer }: ReadBox, settings: BoxSettings): NumberToReread[] =>
  FIELDS.filter((field) => needsSecondReading(answer, field, settings)).map((field) => ({
    field,
    number: numberBox(item.box, answer[field], settings),
    slots: fieldSlots(answer, field),
  }));

/**
 * Reads numbers with the field reader. A number that is still doubtful is read once more, from a strip around the place that the field
 * reader found in the first strip; the mean of both strips counts.
 */
export async function readNumbers(
  network: Network,
  photo: Pixels,
  asked: readonly NumberToReread[],
  settings: FieldSettings,
): Promise<StripReading[]> {
  const stripsOf = (numbers: readonly Box[]): Pixels[] => numbers.map((number) => stripOf(photo, number, settings));
  const first = await readStrips(network, stripsOf(asked.map(({ number }) => number)), settings);
  const again = first.flatMap(({ place, ...reading }, n) =>
    place && isStillDoubtful(asked[n]!, reading, settings)
      ? [{ n, number: closerBox(asked[n]!.number, place, settings) }]
      : [],
  );
  const closer = await readStrips(network, stripsOf(again.map(({ number }) => number)), settings);
  const readings: StripReading[] = [...first];
  for (const [i, { n }] of again.entries()) readings[n] = meanReading(first[n]!, closer[i]!);
  return readings;
}

function isStillDoubtful(
  { field, slots }: NumberToReread,
  second: StripReading,
  { weight, stillDoubtful = 0 }: FieldSettings,
): boolean {
  const both = Float32Array.from(slots);
  combineReadings(both, second.slots, weight);
  const [best] = numbersOf(both, field);
  return (best?.confidence ?? 0) < stillDoubtful;
}

/**
 * The reading of two strips of one number: the geometric mean of their probabilities. The last layer is linear, so that the mean of its
 * inputs gives the same probabilities.
 */
export function meanReading(first: StripReading, second: StripReading): StripReading {
  const slots = Float32Array.from(first.slots);
  combineReadings(slots, second.slots, 0.5);
  const features = first.features?.map((value, i) => (value + second.features![i]!) / 2) ?? null;
  return { slots, written: (first.written + second.written) / 2, features };
}

/** A number that both networks have read: the first reading's slots, which the combination replaces. */
export interface TwiceReadNumber {
  field: NumberField;
  slots: Float32Array;
  second: Omit<StripReading, "written">;
  /** The inputs of the reader's last layer, 6 × inputs; null unless the reader was opened with this output. */
  readerFeatures: Float32Array | null;
}

/** Combines the readings of numbers in their slots: as the model was shipped, or as a crew's adaptation does. */
export interface Combination {
  combine(numbers: readonly TwiceReadNumber[], weight: number): Promise<void>;
  close(): Promise<void>;
}

export const SHIPPED_COMBINATION: Combination = {
  combine: (numbers, weight) => {
    for (const { slots, second } of numbers) combineReadings(slots, second.slots, weight);
    return Promise.resolve();
  },
  close: () => Promise.resolve(),
};

/**
 * Reads the doubtful and the handwritten numbers of stickers again, and combines all readings in their slots. The field reader decides
 * whether a number is handwriting.
 */
export async function rereadNumbers(
  { field: network, combination }: { field: Network; combination: Combination },
  photo: Pixels,
  stickers: readonly ReadBox[],
  settings: BoxSettings,
): Promise<void> {
  const asked = stickers.flatMap((box) =>
    numbersToReread(box, settings).map((number) => ({ number, answer: box.answer })),
  );
  const readings = await readNumbers(
    network,
    photo,
    asked.map(({ number }) => number),
    settings.field,
  );
  const numbers: TwiceReadNumber[] = [];
  for (const [n, { answer, number }] of asked.entries()) {
    const { field, slots } = number;
    const second = readings[n]!;
    // The reader sees the number smaller, and takes print for handwriting more often.
    answer[field] = { ...answer[field], written: second.written };
    numbers.push({ field, slots, second, readerFeatures: answer.features && fieldFeatures(answer.features, field) });
  }
  await combination.combine(numbers, settings.field.weight);
}

/** Whether a number is doubtful or handwritten, so that the field reader reads it too. */
function needsSecondReading(answer: Answer, field: NumberField, { read, field: settings }: BoxSettings): boolean {
  const [best] = field === "code" ? codesOf(answer.slots) : quantitiesOf(answer.slots);
  return (best?.confidence ?? 0) < read.sure || answer[field].written >= settings.leastWritten;
}
