import type { Box } from "@precount/domain";
import type { Network } from "@precount/inference";
import { type Pixels, fromBoxFrame } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { fitCrop } from "./crop.ts";
import { FIELDS, type NumberField, combineReadings, fieldFeatures, fieldSlots } from "./combine.ts";
import { type Answer, type BoxSettings, DIGITS_OF_NUMBER, type FieldPlace, type ReadBox, shownPart } from "./read.ts";
import { runInBatches } from "./run-in-batches.ts";
import { codesOf, quantitiesOf } from "./values.ts";

/** Numbers that the field reader answers for one strip: probabilities of the slots, then that it is handwriting. */
export const FIELD_OUTPUTS = DIGITS_OF_NUMBER + 1;
/** Least sides of a number's place, pixels of the crop. */
const LEAST_PX = 4;

type FieldSettings = PrecountManifest["field"];

/** A strip of the photo that shows one number of a sticker, at the place that the reader found in the box's crop. */
export function stripOf(photo: Pixels, box: Box, place: FieldPlace, { read, field }: BoxSettings): Pixels {
  const shown = shownPart(box, read.look);
  const scale = Math.min(read.widthPx / shown.width, read.heightPx / shown.height);
  const right = ((place.cx - 0.5) * read.widthPx) / scale;
  const down = ((place.cy - 0.5) * read.heightPx) / scale;
  const { x: cx, y: cy } = fromBoxFrame(shown, right, down);
  const width = Math.max(LEAST_PX, place.width * read.widthPx) / scale;
  const height = Math.max(LEAST_PX, place.height * read.heightPx) / scale;
  const margin = field.margin * height;
  return fitCrop(photo, { cx, cy, width: width + 2 * margin, height: height + 2 * margin, angle: box.angle }, field);
}

/** What the field reader says about a strip: 6 × 11 probabilities, and the inputs of its last layer. */
export interface StripReading {
  slots: Float32Array;
  /** 6 × inputs; null unless the field reader was opened with this output. */
  features: Float32Array | null;
}

/** The field reader's reading of each strip. */
export async function readStrips(
  network: Network,
  strips: readonly Pixels[],
  settings: FieldSettings,
): Promise<StripReading[]> {
  const rows = await runInBatches(network, strips, settings, FIELD_OUTPUTS);
  return rows.map(({ numbers, features }) => ({ slots: numbers.subarray(0, DIGITS_OF_NUMBER), features }));
}

/** A number that both networks have read: the first reading's slots, which the combination replaces. */
export interface TwiceRead {
  field: NumberField;
  slots: Float32Array;
  second: StripReading;
  /** The inputs of the reader's last layer, 6 × inputs; null unless the reader was opened with this output. */
  readerFeatures: Float32Array | null;
}

/** Combines the readings of numbers in their slots: as the model was shipped, or as a crew's adaptation does. */
export interface Combination {
  combine(numbers: readonly TwiceRead[], weight: number): Promise<void>;
  close(): Promise<void>;
}

export const SHIPPED_COMBINATION: Combination = {
  combine: (numbers, weight) => {
    for (const { slots, second } of numbers) combineReadings(slots, second.slots, weight);
    return Promise.resolve();
  },
  close: () => Promise.resolve(),
};

/** Reads the doubtful and the handwritten numbers of stickers again, and combines both readings in their slots. */
export async function readFieldsAgain(
  { field: network, combination }: { field: Network; combination: Combination },
  photo: Pixels,
  stickers: readonly ReadBox[],
  settings: BoxSettings,
): Promise<void> {
  const doubtful = stickers.flatMap(({ item, answer }) =>
    FIELDS.filter((field) => isWorthSecondLook(answer, field, settings)).map((field) => ({ item, answer, field })),
  );
  const strips = doubtful.map(({ item, answer, field }) => stripOf(photo, item.box, answer[field], settings));
  const second = await readStrips(network, strips, settings.field);
  const numbers = doubtful.map(({ answer, field }, n): TwiceRead => {
    const { features } = answer;
    return {
      field,
      slots: fieldSlots(answer, field),
      second: second[n]!,
      readerFeatures: features && fieldFeatures(features, field),
    };
  });
  await combination.combine(numbers, settings.field.weight);
}

/** Whether the field reader reads a number too: a doubtful or a handwritten one. */
export function isWorthSecondLook(
  answer: Pick<Answer, "slots"> & Record<NumberField, Pick<FieldPlace, "written">>,
  field: NumberField,
  { read, field: settings }: BoxSettings,
): boolean {
  const [best] = field === "code" ? codesOf(answer.slots) : quantitiesOf(answer.slots);
  return (best?.confidence ?? 0) < read.sure || answer[field].written >= settings.leastWritten;
}
