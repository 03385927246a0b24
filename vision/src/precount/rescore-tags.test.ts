import { expect, test } from "vitest";
import { DETECT_SETTINGS, type FoundBox, detectorAnswer } from "../testing/detector-answer.ts";
import { leastExistence } from "./existence.ts";
import { rescoreTags } from "./rescore-tags.ts";
import type { ReadBox } from "./read.ts";
import { CLASSES } from "./values.ts";

const settings = {
  ...DETECT_SETTINGS,
  shelfThreshold: 0.6,
  readable: 0.3,
  readableShelf: 0.75,
  unreadableThreshold: 0.95,
  unreadableShelfThreshold: 0.8,
  withoutCode: { code: 0.01, shelfThreshold: 0.62 },
  contents: ["500"],
  tagLooks: { least: 0.5, enlarge: [1, 1.5], windowPx: 32 },
};
/** Reduced to 64 px; both windows are 32 px wide, and show 64 and 43 px of it. */
const picture = { data: new Uint8Array(128 * 128 * 3), width: 128, height: 128 };

/** A detector whose windows show one box in the middle with these scores, in turn. */
function windows(scores: readonly number[], box: Partial<FoundBox> = {}) {
  const sizes: number[] = [];
  return {
    sizes,
    run: async (_: Float32Array, shape: readonly number[]) => {
      const score = scores[sizes.length] ?? 0;
      sizes.push(shape[3] ?? 0);
      // The cell whose center is 4 px before the middle of the window.
      return detectorAnswer(shape, [{ label: "shelf", widthPx: 12, column: 1, row: 1, offsetPx: 4, ...box, score }]);
    },
  };
}

/** A box in the middle of the photo, 24 px wide, that reads as this number; a quantity follows at the seventh place. */
function box(score: number, { label = "shelf", number = "14", certainty = 1, paper = 1 }: Reading = {}): ReadBox {
  const slots = new Float32Array(12 * CLASSES);
  for (let slot = 0; slot < 12; slot++) slots[slot * CLASSES + Number(number[slot]?.trim() || BLANK)] = 1;
  slots[Number(number[0])] = certainty;
  return {
    item: { label, score, box: { cx: 64, cy: 64, width: 24, height: 24, angle: 0 } },
    answer: { slots, upsideDown: 0, paper, code: NO_PLACE, quantity: NO_PLACE, features: null },
  };
}
type Reading = { label?: "sticker" | "shelf"; number?: string; certainty?: number; paper?: number };
const BLANK = 10;
const NO_PLACE = { cx: 0, cy: 0, width: 0, height: 0, written: 0 };

const FOUND_AS_STICKER = { label: "sticker", number: "14    7" } as const;

const scoresOf = async (network: ReturnType<typeof windows>, boxes: readonly ReadBox[]) =>
  (await rescoreTags(network, picture, boxes, settings)).map(({ item }) => Math.round(item.score * 100));

test("a doubtful shelf tag gets the mean of its scores on the photo and in each window", async () => {
  const network = windows([0.9, 0.45]);
  expect(await scoresOf(network, [box(0.3)])).toEqual([55]);
  expect(network.sizes).toEqual([32, 32]);
});

test("a window counts 0 where it shows no tag of this size in its place", async () => {
  expect(await scoresOf(windows([0.9, 0.9], { label: "sticker" }), [box(0.3)])).toEqual([10]);
  expect(await scoresOf(windows([0.9, 0.9], { widthPx: 2 }), [box(0.3)])).toEqual([10]);
});

test("other boxes keep their score, and cost nothing", async () => {
  const network = windows([0.9, 0.9]);
  expect(await scoresOf(network, [box(0.65), box(0.24), box(0.3, { label: "sticker", number: "140000" })])).toEqual([
    65, 24, 30,
  ]);
  expect(network.sizes).toEqual([]);
});

test("a tag that is hard to read, or says how much a package contains, must be a tag more clearly", async () => {
  const network = windows([0.9, 0.9]);
  const unreadable = box(0.5, { certainty: 0.7 });
  const content = box(0.5, { number: "500" });
  expect(await scoresOf(network, [unreadable, content])).toEqual([50, 50]);
  expect(network.sizes).toEqual([]);
  expect([unreadable, content, box(0.5, { number: "501" })].map((tag) => leastExistence(tag, settings))).toEqual([
    0.8, 0.8, 0.6,
  ]);
  const sticker = { label: "sticker", number: "500123" } as const;
  expect(leastExistence(box(0.5, sticker), settings)).toBe(0.5);
});

test("a sticker without a code becomes a shelf tag if it has a tag's number and looks like a tag", async () => {
  const seen = windows([0.7, 0.2, 0.3]);
  const [tag] = await rescoreTags(seen, picture, [box(0.9, FOUND_AS_STICKER)], settings);
  expect(tag?.item).toMatchObject({ label: "shelf", score: expect.closeTo(0.4) });
  expect(seen.sizes).toHaveLength(3);
  // The root of 0.37 is below the threshold.
  const [sticker] = await rescoreTags(windows([0.7, 0.2, 0.2]), picture, [box(0.9, FOUND_AS_STICKER)], settings);
  expect(sticker?.item).toMatchObject({ label: "sticker", score: 0.9 });
  const others = windows([0.9, 0.9, 0.9]);
  const boxes = [
    box(0.9, { label: "sticker", number: "140000 7" }),
    box(0.9, { label: "sticker", number: "500   7" }),
    box(0.9, { ...FOUND_AS_STICKER, certainty: 0.7 }),
    box(0.9, { ...FOUND_AS_STICKER, paper: 0.6 }),
  ];
  expect((await rescoreTags(others, picture, boxes, settings)).map(({ item }) => item.label)).toEqual([
    "sticker",
    "sticker",
    "sticker",
    "sticker",
  ]);
  expect(others.sizes).toEqual([]);
});

test("a sticker without a code must be a sticker more clearly", () => {
  expect(leastExistence(box(0.5, FOUND_AS_STICKER), settings)).toBe(0.95);
  expect(leastExistence(box(0.5, { label: "sticker", number: "1400007" }), settings)).toBe(0.5);
});
