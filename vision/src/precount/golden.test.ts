/** Compares every step of the model with the output of training/precount_training/golden.py for the same input. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assignShelves, boxRect, decodeDetectorOutput, suppressOverlaps, rotatedIou } from "@precount/domain";
import { expect, test } from "vitest";
import { z } from "zod";
import { OnnxNetwork } from "@precount/inference";
import { type Pixels, decodeUpright } from "@precount/photos";
import { MODELS_DIR, readModelFolder } from "../manifest.ts";
import { locate } from "./locate.ts";
import { findInWindows } from "./rescore-tags.ts";
import { combineReadings } from "./combine.ts";
import { meanReading, readStrips } from "./read-fields.ts";
import { cropOf, read } from "./read.ts";
import { reduce } from "./reduce.ts";
import { closerBox, numberBox, stripOf } from "./strip.ts";
import { VisionProcess } from "../vision-process.ts";
import { certaintyOf } from "./certainty.ts";
import { CLASSES, MAX_TAG_DIGITS, codesOf, quantitiesOf, tagCodesOf } from "./values.ts";

const bytes = z.object({ shape: z.array(z.number()), base64: z.base64() });
const numbers = z.object({ shape: z.array(z.number()), data: z.array(z.number()) });
const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), angle: z.number() });
const values = z.array(z.object({ value: z.string(), confidence: z.number() }));
const goldenSchema = z.object({
  picture: bytes,
  reduced: bytes,
  located: numbers,
  rect,
  crop: bytes,
  coarse: z.object({ rect, crop: bytes }),
  read: numbers,
  place: z.array(z.number()),
  strip: bytes,
  placeInStrip: z.array(z.number()),
  closerStrip: bytes,
  stripRead: numbers,
  meanReading: numbers,
  second: numbers,
  combined: numbers,
  overlap: z.object({ first: rect, second: rect, iou: z.number() }),
  map: numbers,
  boxes: z.array(rect.extend({ label: z.number(), score: z.number() })),
  slots: numbers,
  values: z.object({ codes: values, quantities: values, tagCodes: values }),
  certainties: z
    .object({
      knots: z.array(z.tuple([z.number(), z.number()])),
      handPenalty: z.number(),
      raw: z.array(z.number()),
      written: z.array(z.number()),
      certainty: z.array(z.number()),
    })
    .optional(),
  photo: z.string(),
  tags: z
    .array(
      rect.extend({
        label: z.literal(1),
        score: z.number(),
        inWindows: z.array(rect.extend({ score: z.number() }).nullable()),
      }),
    )
    .min(1),
  detected: z.array(
    z.object({
      label: z.enum(["sticker", "shelf"]),
      rect,
      confidence: z.number(),
      code: values.element,
      quantity: values.element.nullable(),
      shelfCode: z.string().nullable(),
    }),
  ),
});

const FOLDER = join(MODELS_DIR, "precount");
const golden = goldenSchema.parse(JSON.parse(await readFile(join(FOLDER, "golden.json"), "utf8")));
const { manifest, files } = await readModelFolder(FOLDER);
if (manifest.backend !== "onnx") throw new Error("the model precount is not one of ours");
const { detect, read: reading } = manifest;

const pixels = ({ shape, base64 }: z.infer<typeof bytes>): Pixels => ({
  data: Buffer.from(base64, "base64"),
  width: shape[1]!,
  height: shape[0]!,
});
const box = ({ x, y, width, height, angle }: z.infer<typeof rect>) => ({
  cx: x + width / 2,
  cy: y + height / 2,
  width,
  height,
  angle,
});
const toPlace = ([cx, cy, width, height]: number[]) => ({ cx: cx!, cy: cy!, width: width!, height: height! });
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  expect(a.length).toBe(b.length);
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
};
const picture = pixels(golden.picture);
const samplePath = fileURLToPath(new URL(`../../../samples/${golden.photo}`, import.meta.url));

test("reduces a photo as training does", async () => {
  const expected = pixels(golden.reduced);
  const { data } = await reduce(picture, expected.width, expected.height);
  expect(largestDifference(data, expected.data)).toBeLessThanOrEqual(2);
});

test("the detector gives the same output as in training", async () => {
  const network = await OnnxNetwork.load(files["detector"]!, { threads: 1 });
  let answer: Float32Array = new Float32Array();
  const spied = {
    run: async (data: Float32Array, shape: readonly number[]) => {
      const result = await network.run(data, shape);
      answer = result.data;
      return result;
    },
  };
  await locate(spied, picture, detect, 100);
  expect(largestDifference(answer, golden.located.data)).toBeLessThan(1e-3);
  await network.close();
});

test("cuts and reads crops as training does", async () => {
  const crop = cropOf(picture, box(golden.rect), reading);
  expect(largestDifference(crop.data, pixels(golden.crop).data)).toBeLessThanOrEqual(2);
  const coarse = cropOf(picture, box(golden.coarse.rect), reading);
  expect(largestDifference(coarse.data, pixels(golden.coarse.crop).data)).toBeLessThanOrEqual(2);
  const network = await OnnxNetwork.load(files["reader"]!, { threads: 1 });
  const [answer] = await read(network, [pixels(golden.crop)], reading);
  const { slots, upsideDown, paper, code, quantity, tag, tagSlots } = answer!;
  const fields = [code, quantity].flatMap(({ cx, cy, width, height, written }) => [cx, cy, width, height, written]);
  expect(largestDifference([...slots, upsideDown, paper, ...fields, tag, ...tagSlots], golden.read.data)).toBeLessThan(
    1e-3,
  );
  await network.close();
});

test("cuts, reads and combines the strip of a number as training does", async () => {
  const number = numberBox(box(golden.rect), toPlace(golden.place), manifest);
  const strip = stripOf(picture, number, manifest.field);
  expect(largestDifference(strip.data, pixels(golden.strip).data)).toBeLessThanOrEqual(2);
  const closer = closerBox(number, toPlace(golden.placeInStrip), manifest.field);
  expect(
    largestDifference(stripOf(picture, closer, manifest.field).data, pixels(golden.closerStrip).data),
  ).toBeLessThanOrEqual(2);
  const network = await OnnxNetwork.load(files["field"]!, { threads: 1 });
  const [reading] = await readStrips(network, [pixels(golden.strip)], manifest.field);
  const { slots, written, place } = reading!;
  const { cx, cy, width, height } = place!;
  expect(largestDifference([...slots, written, cx, cy, width, height], golden.stripRead.data)).toBeLessThan(1e-3);
  await network.close();
  const [first, second] = [Float32Array.from(golden.slots.data), Float32Array.from(golden.second.data)];
  const mean = meanReading(
    { slots: second, written: 0.25, features: null },
    { slots: first.subarray(6 * 11), written: 0.75, features: null },
  );
  expect(largestDifference(mean.slots, golden.meanReading.data)).toBeLessThan(1e-4);
  expect(mean.written).toBe(0.5);
  combineReadings(first.subarray(6 * 11), second, manifest.field.weight);
  expect(largestDifference(first, golden.combined.data)).toBeLessThan(1e-4);
});

test("decodes boxes as training does and keeps the best of overlapping ones", () => {
  const { first, second, iou } = golden.overlap;
  expect(rotatedIou(first, second)).toBeCloseTo(iou, 4);
  const [, rows, columns] = golden.map.shape;
  const cells = { data: Float32Array.from(golden.map.data), rows: rows!, columns: columns! };
  const kept = suppressOverlaps(decodeDetectorOutput(cells, detect), detect.mostOverlap, 100);
  expect(kept.map(({ label }) => label)).toEqual(golden.boxes.map(({ label }) => (label === 0 ? "sticker" : "shelf")));
  for (const [i, expected] of golden.boxes.entries()) {
    const found = kept[i]!;
    expect(found.score).toBeCloseTo(expected.score, 4);
    const { cx, cy, width, height, angle } = box(expected);
    const { cx: x, cy: y, width: w, height: h, angle: turn } = found.box;
    expect(largestDifference([x, y, w, h, turn], [cx, cy, width, height, angle])).toBeLessThan(0.01);
  }
});

test("decodes values with the confidence and order of training", () => {
  const slots = Float32Array.from(golden.slots.data);
  const found = {
    codes: codesOf(slots),
    quantities: quantitiesOf(slots),
    tagCodes: tagCodesOf(slots.subarray(0, MAX_TAG_DIGITS * CLASSES)),
  };
  for (const name of ["codes", "quantities", "tagCodes"] as const) {
    expect(found[name].map(({ value }) => value)).toEqual(golden.values[name].map(({ value }) => value));
    const [mine, theirs] = [found[name], golden.values[name]].map((list) => list.map(({ confidence }) => confidence));
    expect(largestDifference(mine!, theirs!)).toBeLessThan(1e-4);
  }
  const { certainties } = golden;
  for (const [i, raw] of certainties?.raw.entries() ?? []) {
    expect(certaintyOf(raw, certainties!, certainties!.written[i]!)).toBeCloseTo(certainties!.certainty[i]!, 5);
  }
});

test("detects shelf tags again in the same windows as training", async () => {
  const photo = await decodeUpright(samplePath, "none");
  const network = await OnnxNetwork.load(files["detector"]!, { threads: 1 });
  const tagLooks = detect.tagLooks!;
  for (const { score, inWindows, ...tag } of golden.tags) {
    const item = { label: "shelf", score, box: box(tag) } as const;
    const found = await findInWindows(network, photo, item, tagLooks.enlarge, { settings: detect, tagLooks });
    expect(found.map((again) => again !== null)).toEqual(inWindows.map((theirs) => theirs !== null));
    for (const [i, theirs] of inWindows.entries()) {
      if (theirs === null) continue;
      // A window that is a pixel off changes the score by up to 0.1.
      expect(Math.abs(found[i]!.score - theirs.score)).toBeLessThan(0.02);
      expect(rotatedIou(boxRect(found[i]!.box), theirs)).toBeGreaterThan(0.95);
    }
  }
  await network.close();
});

test("detects a whole photo, from file to shelf code, as training's pipeline does", async () => {
  const vision = new VisionProcess();
  const { detections } = await vision.detect({ path: samplePath, modelName: "precount" });
  await vision.close();
  const shelfCodes = assignShelves(detections);
  expect(detections).toHaveLength(golden.detected.length);
  for (const expected of golden.detected) {
    const overlaps = detections.map((found) =>
      found.label === expected.label ? rotatedIou(found.rect, expected.rect) : 0,
    );
    const best = overlaps.indexOf(Math.max(...overlaps));
    const found = detections[best]!;
    expect(overlaps[best]).toBeGreaterThan(0.95);
    expect(found.code.value).toBe(expected.code.value);
    expect(found.quantity?.value).toBe(expected.quantity?.value);
    expect(shelfCodes[best]).toBe(expected.shelfCode);
    expect(Math.abs(found.confidence - expected.confidence)).toBeLessThan(0.02);
    // The calibration is steep near the threshold, and a value near `sure` is read again after one decoder only.
    expect(Math.abs(found.code.confidence - expected.code.confidence)).toBeLessThan(0.06);
  }
});
