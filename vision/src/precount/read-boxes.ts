import type { DetectedBox } from "@precount/domain";
import type { Pixels } from "../../../photos/src/pixels/rectify.ts";
import type { Network } from "../../../inference/src/network.ts";
import { type Answer, type Look, type ReadSettings, cropOf, read } from "./read.ts";
import { codesOf, quantitiesOf, tagCodesOf } from "./values.ts";

/** A box and what stands in it; a sticker that stood on its head is turned. */
export interface ReadBox {
  item: DetectedBox;
  /** 12 × 11 probabilities: code, then quantity. */
  slots: Float32Array;
}

/**
 * Reads boxes of a photo: once, again from the other side where a sticker stands on its head, and where a value is in
 * doubt a few times more, a little otherwise: the mean of all answers counts.
 * @param isWorthIt whether a box in doubt deserves more looks
 */
export async function readBoxes(
  network: Network,
  photo: Pixels,
  found: readonly DetectedBox[],
  settings: ReadSettings,
  isWorthIt: (box: ReadBox) => boolean,
): Promise<ReadBox[]> {
  const look = (items: readonly DetectedBox[], how?: Look): Promise<Answer[]> =>
    read(
      network,
      items.map(({ box }) => cropOf(photo, box, settings, how)),
      settings,
    );

  const first = await look(found);
  const boxes: ReadBox[] = found.map((item, i) => ({ item, slots: first[i]!.slots }));
  const onHead = indexesOf(boxes, ({ item }, i) => item.label === "sticker" && first[i]!.upsideDown > 0.5);
  const turnedItems = onHead.map((i) => turned(found[i]!));
  const upright = await look(turnedItems);
  for (const [n, i] of onHead.entries()) boxes[i] = { item: turnedItems[n]!, slots: upright[n]!.slots };

  const doubtful = indexesOf(boxes, (box) => sureness(box) < settings.sure && isWorthIt(box));
  const answers = doubtful.map((i) => [boxes[i]!.slots]);
  for (const how of settings.moreLooks) {
    const items = doubtful.map((i) => boxes[i]!.item);
    for (const [n, { slots }] of (await look(items, how)).entries()) answers[n]!.push(slots);
  }
  for (const [n, i] of doubtful.entries()) boxes[i] = { item: boxes[i]!.item, slots: meanOf(answers[n]!) };
  return boxes;
}

const indexesOf = <T>(items: readonly T[], is: (item: T, i: number) => boolean): number[] =>
  items.flatMap((item, i) => (is(item, i) ? [i] : []));

/** The same box, read from its other side. */
const turned = ({ label, score, box }: DetectedBox): DetectedBox => ({
  label,
  score,
  box: { ...box, angle: (box.angle + 180) % 360 },
});

/** The probability of its least likely value. */
const sureness = ({ item, slots }: ReadBox): number => {
  const fields = item.label === "shelf" ? [tagCodesOf(slots)] : [codesOf(slots), quantitiesOf(slots)];
  return Math.min(...fields.map(([best]) => best?.confidence ?? 0));
};

const meanOf = (all: readonly Float32Array[]): Float32Array =>
  all[0]!.map((_, slot) => all.reduce((sum, slots) => sum + slots[slot]!, 0) / all.length);
