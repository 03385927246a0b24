import { expect, test } from "vitest";
import { DETECT_SETTINGS } from "../testing/detector-answer.ts";
import type { ReadBox } from "./read.ts";
import { withoutRepeatedTags } from "./repeated-tags.ts";
import { CLASSES, MAX_TAG_DIGITS } from "./values.ts";

const settings = { ...DETECT_SETTINGS, shelfThreshold: 0.6, sameTagOverlap: 0.5 };
const NO_PLACE = { cx: 0, cy: 0, width: 0, height: 0, written: 0 };
const BLANK = 10;

type Options = { label?: "sticker" | "shelf"; number?: string; cx?: number; width?: number };

function tag(score: number, { label = "shelf", number = "14", cx = 100, width = 80 }: Options = {}): ReadBox {
  const tagSlots = new Float32Array(MAX_TAG_DIGITS * CLASSES);
  for (let slot = 0; slot < MAX_TAG_DIGITS; slot++) tagSlots[slot * CLASSES + Number(number[slot] ?? BLANK)] = 1;
  return {
    item: { label, score, box: { cx, cy: 50, width, height: width / 2, angle: 0 } },
    answer: {
      slots: new Float32Array(12 * CLASSES),
      upsideDown: 0,
      paper: 1,
      tag: 0.5,
      tagSlots,
      code: NO_PLACE,
      quantity: NO_PLACE,
      features: null,
    },
  };
}

test("of two tags with one number, one of which lies in the other, the likelier one stays", () => {
  const [card, number] = [tag(0.6), tag(0.9, { width: 30 })];
  expect(withoutRepeatedTags([card, number], settings)).toEqual([number]);
  expect(withoutRepeatedTags([number, tag(0.95)], settings)).toEqual([tag(0.95)]);
});

test("other numbers, tags beside each other, and stickers stay, in their order", () => {
  const boxes = [
    tag(0.6),
    tag(0.9, { number: "15", width: 30 }),
    tag(0.7, { label: "sticker", width: 30 }),
    tag(0.8, { cx: 150, width: 60 }),
  ];
  expect(withoutRepeatedTags(boxes, settings)).toEqual(boxes);
});
