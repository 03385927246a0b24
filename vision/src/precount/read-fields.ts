import type { Box } from "@precount/domain";
import type { Network } from "@precount/inference";
import { type Pixels, fromBoxFrame } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { fitCrop } from "./crop.ts";
import { type Answer, type BoxSettings, type FieldPlace, type ReadBox, shownPart } from "./read.ts";
import { runInBatches } from "./run-in-batches.ts";
import { CLASSES, codesOf, quantitiesOf } from "./values.ts";

const FIELD_SLOTS = 6;
const DIGIT_OUTPUTS = FIELD_SLOTS * CLASSES;
/** Numbers that the field reader answers for one strip: probabilities of the slots, then that it is handwriting. */
export const FIELD_OUTPUTS = DIGIT_OUTPUTS + 1;
/** Least probability, so that one network alone cannot exclude a digit. */
const TINY = 1e-6;
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

/** The field reader's slots (6 × 11 probabilities) for each strip. */
export async function readStrips(
  network: Network,
  strips: readonly Pixels[],
  settings: FieldSettings,
): Promise<Float32Array[]> {
  const rows = await runInBatches(network, strips, settings, FIELD_OUTPUTS);
  return rows.map((row) => row.subarray(0, DIGIT_OUTPUTS));
}

export const FIELDS = ["code", "quantity"] as const;

/** Reads the doubtful and the handwritten numbers of stickers again, and combines both readings in their slots. */
export async function readFieldsAgain(
  network: Network,
  photo: Pixels,
  stickers: readonly ReadBox[],
  settings: BoxSettings,
): Promise<void> {
  const doubtful = stickers.flatMap(({ item, answer }) =>
    FIELDS.filter((field) => isWorthSecondLook(answer, field, settings)).map((field) => ({ item, answer, field })),
  );
  const strips = doubtful.map(({ item, answer, field }) => stripOf(photo, item.box, answer[field], settings));
  const second = await readStrips(network, strips, settings.field);
  for (const [n, { answer, field }] of doubtful.entries()) {
    combineReadings(fieldSlots(answer, field), second[n]!, settings.field.weight);
  }
}

export type NumberField = (typeof FIELDS)[number];

/** The slots of one number, a view of the sticker's. */
export const fieldSlots = ({ slots }: Pick<Answer, "slots">, field: NumberField): Float32Array =>
  field === "code" ? slots.subarray(0, DIGIT_OUTPUTS) : slots.subarray(DIGIT_OUTPUTS);

/** Whether the field reader reads a number too: a doubtful or a handwritten one. */
export function isWorthSecondLook(
  answer: Pick<Answer, "slots"> & Record<NumberField, Pick<FieldPlace, "written">>,
  field: NumberField,
  { read, field: settings }: BoxSettings,
): boolean {
  const [best] = field === "code" ? codesOf(answer.slots) : quantitiesOf(answer.slots);
  return (best?.confidence ?? 0) < read.sure || answer[field].written >= settings.leastWritten;
}

/** Replaces the probabilities of the first reading by their weighted geometric mean with those of the second. */
export function combineReadings(first: Float32Array, second: Float32Array, weight: number): void {
  for (let slot = 0; slot < first.length; slot += CLASSES) {
    let sum = 0;
    for (let i = slot; i < slot + CLASSES; i++) {
      first[i] = Math.max(first[i]!, TINY) ** (1 - weight) * Math.max(second[i]!, TINY) ** weight;
      sum += first[i]!;
    }
    for (let i = slot; i < slot + CLASSES; i++) first[i] = first[i]! / sum;
  }
}
