import { expect, test } from "vitest";
import { DETECT_SETTINGS, type FoundBox, detectorAnswer } from "../testing/detector-answer.ts";
import { existenceOf, labelOf, leastExistence, mayCount } from "./existence.ts";
import { type ReadRules, readBoxes } from "./read-boxes.ts";
import { SHIPPED_COMBINATION } from "./read-fields.ts";
import { rescoreTags } from "./rescore-tags.ts";
import { type ReadBox, readerOutputs } from "./read.ts";
import { CLASSES, MAX_TAG_DIGITS, tagCodesOf } from "./values.ts";

const detect = {
  ...DETECT_SETTINGS,
  shelfThreshold: 0.6,
  readable: 0.3,
  unreadableThreshold: 0.95,
  unreadableShelfThreshold: 0.85,
  leastCode: 0.01,
  leastTag: 0.9,
  mostTag: 0.1,
  tagLooks: {
    leastScore: 0.2,
    doubtful: [0.3, 0.64] as [number, number],
    unreadable: 0.75,
    enlarge: [1, 1.5],
    windowPx: 32,
  },
};
const view = { growWidth: 1, growHeight: 1, right: 0, down: 0 };
const read = {
  widthPx: 32,
  heightPx: 16,
  fill: 128,
  look: view,
  moreLooks: [view],
  sure: 0.98,
  batch: 8,
  answersTag: true,
  answersTagNumber: false,
};
const settings = { detect, read };
const field = { widthPx: 40, heightPx: 12, fill: 128, margin: 0.2, batch: 4, leastWritten: 0.5, weight: 0.6 };
/** Reduced to 64 px; both windows are 32 px wide, and show 64 and 43 px of it. */
const picture = { data: new Uint8Array(128 * 128 * 3), width: 128, height: 128 };

/**
 * A detector whose windows show one box in the middle with these scores, in turn, and a reader that reads `readings` of these boxes, in turn.
 */
function windows(scores: readonly number[], box: Partial<FoundBox> = {}, readings: readonly Reading[] = []) {
  const sizes: number[] = [];
  const detector = {
    run: async (_: Float32Array, shape: readonly number[]) => {
      const score = scores[sizes.length] ?? 0;
      sizes.push(shape[3] ?? 0);
      // The cell whose center is 4 px before the middle of the window.
      return detectorAnswer(shape, [{ label: "shelf", widthPx: 12, column: 1, row: 1, offsetPx: 4, ...box, score }]);
    },
  };
  const reader = {
    run: async (_: Float32Array, [crops = 0]: readonly number[]) => {
      const data = new Float32Array(crops * OUTPUTS);
      for (let crop = 0; crop < crops; crop++) {
        const reading = readings[crop] ?? { certainty: 0 };
        data.set(slotsOf(reading), crop * OUTPUTS);
        data[crop * OUTPUTS + PAPER] = reading.paper ?? 1;
        data[crop * OUTPUTS + OUTPUTS - 1] = reading.tag ?? 0.5;
      }
      return { data, shape: [crops, OUTPUTS] };
    },
    close: async () => undefined,
  };
  return { sizes, networks: { detector, reader } };
}
const PAPER = 12 * CLASSES + 1;
const OUTPUTS = readerOutputs(read);

/** A box in the middle of the photo, 24 px wide, that reads as this number; a quantity follows at the seventh place. */
function box(score: number, { label = "shelf", paper = 1, tag = 0.5, ...reading }: Reading = {}): ReadBox {
  return {
    item: { label, score, box: { cx: 64, cy: 64, width: 24, height: 24, angle: 0 } },
    answer: {
      slots: slotsOf(reading),
      upsideDown: 0,
      paper,
      tag,
      tagSlots: slotsOf(reading).slice(0, MAX_TAG_DIGITS * CLASSES),
      code: NO_PLACE,
      quantity: NO_PLACE,
      features: null,
    },
  };
}
function slotsOf({ number = "14", certainty = 1 }: Reading): Float32Array {
  const slots = new Float32Array(12 * CLASSES);
  for (let slot = 0; slot < 12; slot++) slots[slot * CLASSES + Number(number[slot]?.trim() || BLANK)] = 1;
  slots[Number(number[0])] = certainty;
  return slots;
}
type Reading = { label?: "sticker" | "shelf"; number?: string; certainty?: number; paper?: number; tag?: number };
const BLANK = 10;
const NO_PLACE = { cx: 0, cy: 0, width: 0, height: 0, written: 0 };

const NO_FIELD_READER = {
  field: {
    run: async () => Promise.reject(new Error("The numbers are read again.")),
    close: async () => undefined,
  },
  combination: SHIPPED_COMBINATION,
};

const FOUND_AS_STICKER = { label: "sticker", number: "14    7" } as const;

const scoresOf = async ({ networks }: ReturnType<typeof windows>, boxes: readonly ReadBox[]) =>
  (await rescoreTags(networks, picture, boxes, settings)).map(({ item }) => Math.round(item.score * 100));

test("a doubtful shelf tag gets the mean of its scores on the photo and in each window", async () => {
  const network = windows([0.9, 0.45]);
  expect(await scoresOf(network, [box(0.3)])).toEqual([55]);
  expect(network.sizes).toEqual([32, 32]);
});

test("a window counts 0 where it shows no tag of this size in its place", async () => {
  expect(await scoresOf(windows([0.9, 0.9], { label: "sticker" }), [box(0.3)])).toEqual([10]);
  expect(await scoresOf(windows([0.9, 0.9], { widthPx: 2 }), [box(0.3)])).toEqual([10]);
});

test("a tag that is hard to read has the surest of the readings in its windows, and that window's box", async () => {
  const { networks } = windows([0.9, 0.9], {}, [
    { number: "17", certainty: 0.8 },
    { number: "19", certainty: 0.9, paper: 0.7 },
  ]);
  const [tag] = await rescoreTags(networks, picture, [box(0.9, { certainty: 0.6 })], settings);
  // The second window is 43 px wide on the photo: its box has 16 px.
  expect(tag).toMatchObject({
    item: { box: { width: expect.closeTo(16, 0) } },
    answer: { paper: expect.closeTo(0.7) },
  });
  expect(tagCodesOf(tag!.answer.tagSlots)[0]?.value).toBe("19");
  const sure = windows([0.9, 0.9], {}, [{ number: "17", certainty: 0.8 }]);
  const [own] = await rescoreTags(sure.networks, picture, [box(0.3, { certainty: 0.9 })], settings);
  expect(tagCodesOf(own!.answer.tagSlots)[0]?.value).toBe("14");
});

const limited = (mostPx: number) => ({ ...settings, detect: { ...detect, tagLooks: { ...detect.tagLooks, mostPx } } });

test("a window in which a tag would be larger than those of the training is left out", async () => {
  // The tag has 12 px in the first window and 18 in the second.
  const network = windows([0.9, 0.1]);
  const [tag] = await rescoreTags(network.networks, picture, [box(0.3)], limited(17));
  expect(tag?.item.score).toBeCloseTo(0.6);
  expect(network.sizes).toHaveLength(1);
});

test("other boxes keep their score, and cost nothing", async () => {
  const network = windows([0.9, 0.9]);
  expect(await scoresOf(network, [box(0.65), box(0.08), box(0.3, { label: "sticker", number: "140000" })])).toEqual([
    65, 8, 30,
  ]);
  expect(network.sizes).toEqual([]);
});

test("a box whose values cannot be read must be a sticker or tag more clearly", () => {
  const sticker = { label: "sticker", number: "500123" } as const;
  expect(leastExistence(box(0.5, sticker), detect)).toBe(0.5);
  expect(leastExistence(box(0.5, { ...sticker, certainty: 0.2 }), detect)).toBe(0.95);
  expect(leastExistence(box(0.5, { certainty: 0.2 }), detect)).toBe(0.85);
  expect(leastExistence(box(0.5, { certainty: 0.4 }), detect)).toBe(0.6);
});

const logit = (p: number) => Math.log(p / (1 - p));
const probability = (evidence: number) => 1 / (1 + Math.exp(-evidence));

test("the existence of a tag weighs the logits of score, paper, tag and number, and lowers usual contents of packages", () => {
  const tagEvidence = { bias: -0.25, score: 1.5, paper: 0.5, tag: 1.25, number: 0.75, contents: -3, values: ["500"] };
  const existence = (tag: ReadBox) => existenceOf(tag, { ...detect, tagEvidence });
  const evidence = -0.25 + 1.5 * logit(0.6) + 0.5 * logit(0.7) + 0.75 * logit(0.9);
  expect(existence(box(0.6, { paper: 0.7, certainty: 0.9 }))).toBeCloseTo(probability(evidence));
  expect(existence(box(0.6, { paper: 0.7, certainty: 0.9, number: "500" }))).toBeCloseTo(probability(evidence - 3));
  expect(existence(box(0.6, { paper: 0.7, tag: 0.2, certainty: 0.9 }))).toBeCloseTo(
    probability(evidence + 1.25 * logit(0.2)),
  );
  // Probabilities of 0 and 1 count as 0.001 and 0.999.
  expect(existence(box(1, { paper: 0 }))).toBeCloseTo(probability(-0.25 + (1.5 - 0.5 + 0.75) * logit(0.999)));
});

const stickerEvidence = { bias: -1.5, score: 2, paper: 0.75, leastScore: 0.12 };
const withEvidence = { ...detect, stickerEvidence };
const stickerWith = (score: number, reading: Reading) => box(score, { label: "sticker", number: "500123", ...reading });

const stickerExistence = (score: number, reading: Reading) => existenceOf(stickerWith(score, reading), withEvidence);

test("the existence of a sticker weighs the logits of score and paper, and not its values", () => {
  expect(stickerExistence(0.6, { paper: 0.7 })).toBeCloseTo(probability(-1.5 + 2 * logit(0.6) + 0.75 * logit(0.7)));
  expect(stickerExistence(0.6, { paper: 0.7, certainty: 0.1 })).toBe(stickerExistence(0.6, { paper: 0.7 }));
  // Probabilities of 0 and 1 count as 0.0001 and 0.9999.
  expect(stickerExistence(0.5, { paper: 1 })).toBeCloseTo(probability(-1.5 + 0.75 * logit(0.9999)));
});

test("a sticker with a lower score is not read", () => {
  expect([0.117, 0.123].map((score) => mayCount(stickerWith(score, {}).item, withEvidence))).toEqual([false, true]);
});

test("without weights, the existence of a sticker is the root of its score times paper", () => {
  expect(existenceOf(stickerWith(0.36, { paper: 0.5 }), detect)).toBeCloseTo(0.3);
  expect([0.24, 0.26].map((score) => mayCount(stickerWith(score, {}).item, detect))).toEqual([false, true]);
});

const isTag = (reading: Reading) => labelOf(box(0.9, { ...FOUND_AS_STICKER, ...reading }), detect) === "shelf";

test("a sticker without a code is a shelf tag if the reader sees one", () => {
  expect(isTag({ tag: 0.91 })).toBe(true);
  expect(isTag({ tag: 0.89 })).toBe(false);
  expect(isTag({ tag: 0.91, number: "140000 7" })).toBe(false);
});

const labelWith = (reading: Reading) => labelOf(box(0.9, { label: "shelf", number: "500123", ...reading }), detect);

test("a shelf tag with a readable code is a sticker if the reader sees no tag", () => {
  expect(labelWith({ tag: 0.09 })).toBe("sticker");
  expect(labelWith({ tag: 0.11 })).toBe("shelf");
  expect(labelWith({ tag: 0.09, certainty: 0.29 })).toBe("shelf");
  expect(labelWith({ tag: 0.09, number: "14" })).toBe("shelf");
});

test("a box that is really a shelf tag is read as one, and its numbers are not read again as those of a sticker", async () => {
  const { networks } = windows([], {}, [{ ...FOUND_AS_STICKER, tag: 0.91 }]);
  const { item } = box(0.9, FOUND_AS_STICKER);
  const reread = (rules: Partial<ReadRules>) =>
    readBoxes(
      { ...networks, ...NO_FIELD_READER },
      picture,
      [item],
      { read, field },
      {
        mayReread: () => true,
        labelOf: (found) => labelOf(found, detect),
        ...rules,
      },
    );
  const [tag] = await reread({});
  expect(tag?.item).toEqual({ ...item, label: "shelf" });
  expect(tagCodesOf(tag!.answer.tagSlots)[0]?.value).toBe("14");
  await expect(reread({ labelOf: () => "sticker" })).rejects.toThrow("read again");
});

test("a sticker without a code must be a sticker more clearly", () => {
  expect(leastExistence(box(0.5, FOUND_AS_STICKER), detect)).toBe(0.95);
  expect(leastExistence(box(0.5, { label: "sticker", number: "1400007" }), detect)).toBe(0.5);
});
