import type { DetectedBox } from "@precount/domain";
import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import { type Combination, rereadNumbers } from "./read-fields.ts";
import { type Answer, type BoxSettings, type CropView, type ReadBox, type ReadSettings, cropOf, read } from "./read.ts";
import { codesOf, quantitiesOf, tagCodesOf } from "./values.ts";

export interface ReadNetworks {
  reader: Network;
  field: Network;
  combination: Combination;
}

export interface ReadRules {
  /** Whether the values of a doubtful box are read again. */
  mayReread: (box: ReadBox) => boolean;
  /** The label of a box: the reader's where it is sure that the detector is wrong. */
  labelOf: (box: ReadBox) => DetectedBox["label"];
}

/**
 * Reads boxes of a photo: once, and again rotated by 180° if the sticker is upside down. A box that the detector takes for a sticker, and
 * the reader for a shelf tag, becomes a tag, and the reverse. A doubtful shelf tag is read with a few other crops, and the mean of the answers counts.
 * Doubtful and handwritten numbers of stickers are read again by the field reader.
 */
export async function readBoxes(
  networks: ReadNetworks,
  photo: Pixels,
  found: readonly DetectedBox[],
  settings: BoxSettings,
  { mayReread, labelOf }: ReadRules,
): Promise<ReadBox[]> {
  const upright = await readUpright(networks.reader, photo, found, settings);
  const boxes = upright.map((box) => labeled(box, labelOf(box)));
  const isDoubtfulTag = (box: ReadBox): boolean =>
    box.item.label === "shelf" && maxConfidence(box) < settings.read.sure && mayReread(box);
  const tags = indexesOf(boxes, isDoubtfulTag);
  const doubtful = tags.map((i) => boxes[i]!);
  for (const [n, box] of (await withMoreViews(networks.reader, photo, doubtful, settings.read)).entries())
    boxes[tags[n]!] = box;

  const stickers = boxes.filter((box) => box.item.label === "sticker" && mayReread(box));
  await rereadNumbers(networks, photo, stickers, settings);
  return boxes;
}

const labeled = (box: ReadBox, label: DetectedBox["label"]): ReadBox => ({ ...box, item: { ...box.item, label } });

/** Reads each box from all crops that a doubtful shelf tag is read from. */
export async function readFromAllViews(
  reader: Network,
  photo: Pixels,
  items: readonly DetectedBox[],
  settings: ReadSettings,
): Promise<ReadBox[]> {
  const answers = await readItems(reader, photo, items, settings);
  const boxes = items.map((item, i) => ({ item, answer: answers[i]! }));
  return withMoreViews(reader, photo, boxes, settings);
}

/** The boxes with the mean of their answer and those for further crops. */
async function withMoreViews(
  reader: Network,
  photo: Pixels,
  boxes: readonly ReadBox[],
  settings: ReadSettings,
): Promise<ReadBox[]> {
  const items = boxes.map(({ item }) => item);
  const answers = boxes.map(({ answer }) => [answer]);
  for (const view of settings.moreLooks) {
    const more = await readItems(reader, photo, items, settings, view);
    for (const [n, answer] of more.entries()) answers[n]!.push(answer);
  }
  return items.map((item, n) => ({ item, answer: meanOf(answers[n]!) }));
}

const readItems = (
  reader: Network,
  photo: Pixels,
  items: readonly DetectedBox[],
  settings: ReadSettings,
  view?: CropView,
): Promise<Answer[]> =>
  read(
    reader,
    items.map(({ box }) => cropOf(photo, box, settings, view)),
    settings,
  );

/** Reads boxes once, and again rotated by 180° if the sticker is upside down. */
export async function readUpright(
  reader: Network,
  photo: Pixels,
  found: readonly DetectedBox[],
  settings: BoxSettings,
): Promise<ReadBox[]> {
  const first = await readItems(reader, photo, found, settings.read);
  const boxes: ReadBox[] = found.map((item, i) => ({ item, answer: first[i]! }));
  const upsideDown = indexesOf(boxes, ({ item, answer }) => item.label === "sticker" && answer.upsideDown > 0.5);
  const rotatedItems = upsideDown.map((i) => rotatedBy180(found[i]!));
  const upright = await readItems(reader, photo, rotatedItems, settings.read);
  for (const [n, i] of upsideDown.entries()) boxes[i] = { item: rotatedItems[n]!, answer: upright[n]! };
  return boxes;
}

const indexesOf = <T>(items: readonly T[], is: (item: T, i: number) => boolean): number[] =>
  items.flatMap((item, i) => (is(item, i) ? [i] : []));

/** The same box, rotated by 180°. */
const rotatedBy180 = ({ label, score, box }: DetectedBox): DetectedBox => ({
  label,
  score,
  box: { ...box, angle: (box.angle + 180) % 360 },
});

/** The raw probabilities of a box's values. */
const confidences = ({ item, answer: { slots, tagSlots } }: ReadBox): number[] => {
  const fields = item.label === "shelf" ? [tagCodesOf(tagSlots)] : [codesOf(slots), quantitiesOf(slots)];
  return fields.map(([best]) => best?.confidence ?? 0);
};
/** The raw probability of the likeliest of a box's values. */
export const maxConfidence = (box: ReadBox): number => Math.max(...confidences(box));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const meanOf = (all: readonly Answer[]): Answer => ({
  ...all[0]!,
  slots: all[0]!.slots.map((_, slot) => mean(all.map(({ slots }) => slots[slot]!))),
  tagSlots: all[0]!.tagSlots.map((_, slot) => mean(all.map(({ tagSlots }) => tagSlots[slot]!))),
  paper: mean(all.map(({ paper }) => paper)),
  tag: mean(all.map(({ tag }) => tag)),
});
