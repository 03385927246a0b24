import type { DetectedBox } from "@precount/domain";
import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import { type Answer, type Look, type ReadSettings, cropOf, read } from "./read.ts";
import { codesOf, quantitiesOf, tagCodesOf } from "./values.ts";

/** A box and the reader's answer for it; the box of an upside-down sticker is rotated by 180°. */
export interface ReadBox {
  item: DetectedBox;
  answer: Answer;
}

/**
 * Reads boxes of a photo: once, again rotated by 180° if the sticker is upside down, and with a few other crops if a value is doubtful. The result is the mean of the answers.
 * @param isWorthMoreLooks whether a doubtful box is read with more crops
 */
export async function readBoxes(
  network: Network,
  photo: Pixels,
  found: readonly DetectedBox[],
  settings: ReadSettings,
  isWorthMoreLooks: (box: ReadBox) => boolean,
): Promise<ReadBox[]> {
  const look = (items: readonly DetectedBox[], how?: Look): Promise<Answer[]> =>
    read(
      network,
      items.map(({ box }) => cropOf(photo, box, settings, how)),
      settings,
    );

  const first = await look(found);
  const boxes: ReadBox[] = found.map((item, i) => ({ item, answer: first[i]! }));
  const upsideDown = indexesOf(boxes, ({ item, answer }) => item.label === "sticker" && answer.upsideDown > 0.5);
  const turnedItems = upsideDown.map((i) => turned(found[i]!));
  const upright = await look(turnedItems);
  for (const [n, i] of upsideDown.entries()) boxes[i] = { item: turnedItems[n]!, answer: upright[n]! };

  const doubtful = indexesOf(boxes, (box) => minConfidence(box) < settings.sure && isWorthMoreLooks(box));
  const answers = doubtful.map((i) => [boxes[i]!.answer]);
  for (const how of settings.moreLooks) {
    const items = doubtful.map((i) => boxes[i]!.item);
    for (const [n, answer] of (await look(items, how)).entries()) answers[n]!.push(answer);
  }
  for (const [n, i] of doubtful.entries()) boxes[i] = { item: boxes[i]!.item, answer: meanOf(answers[n]!) };
  return boxes;
}

const indexesOf = <T>(items: readonly T[], is: (item: T, i: number) => boolean): number[] =>
  items.flatMap((item, i) => (is(item, i) ? [i] : []));

/** The same box turned by 180 degrees. */
const turned = ({ label, score, box }: DetectedBox): DetectedBox => ({
  label,
  score,
  box: { ...box, angle: (box.angle + 180) % 360 },
});

/** The raw probabilities of a box's values. */
const confidences = ({ item, answer: { slots } }: ReadBox): number[] => {
  const fields = item.label === "shelf" ? [tagCodesOf(slots)] : [codesOf(slots), quantitiesOf(slots)];
  return fields.map(([best]) => best?.confidence ?? 0);
};
const minConfidence = (box: ReadBox): number => Math.min(...confidences(box));

/** The raw probability of the likeliest of a box's values. */
export const maxConfidence = (box: ReadBox): number => Math.max(...confidences(box));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const meanOf = (all: readonly Answer[]): Answer => ({
  slots: all[0]!.slots.map((_, slot) => mean(all.map(({ slots }) => slots[slot]!))),
  upsideDown: all[0]!.upsideDown,
  paper: mean(all.map(({ paper }) => paper)),
});
