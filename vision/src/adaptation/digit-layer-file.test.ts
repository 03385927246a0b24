import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type NetworkAnswer, OnnxNetwork } from "@precount/inference";
import { expect, test } from "vitest";
import { MODELS_DIR } from "../manifest.ts";
import { combineReadings } from "../precount/combine.ts";
import { meanReading } from "../precount/read-fields.ts";
import { CLASSES } from "../precount/values.ts";
import { readDigitLayer, withFeatureOutput } from "./digit-layer-file.ts";
import { FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";

const STRIPS = 2;
const SHAPE = [STRIPS, 3, 48, 160];
const strips = Float32Array.from({ length: STRIPS * 3 * 48 * 160 }, (_, i) => ((i * 7919) % 256) / 255);

const shipped = await readFile(join(MODELS_DIR, "precount", "field.onnx"));

async function run(file: Uint8Array, secondOutput?: string, input = strips): Promise<NetworkAnswer> {
  const network = await OnnxNetwork.load(file, { threads: 1, ...(secondOutput !== undefined && { secondOutput }) });
  const answer = await network.run(input, SHAPE);
  await network.close();
  return answer;
}

/** The probabilities of the digits, without the flag "written" and the place. */
function digitsOf(rows: Float32Array): number[] {
  const width = rows.length / STRIPS;
  return Array.from({ length: STRIPS }, (_, i) => [
    ...rows.subarray(i * width, i * width + FIELD_SLOTS * CLASSES),
  ]).flat();
}

test("the field reader's digit layer has 128 inputs", () => {
  const { weights, bias } = readDigitLayer(shipped);
  expect([weights.length, bias.length]).toEqual([128 * CLASSES, CLASSES]);
});

test("the features that the added output shows give the network's own probabilities of blank slots", async () => {
  const { file, features } = withFeatureOutput(shipped);
  const { data } = await run(shipped);
  const extended = await run(file, features);
  expect(extended.data).toEqual(data);
  const again = logitsOf(extended.second!.data, readDigitLayer(shipped));
  softmaxRows(again);
  // Which digit the other slots show is also the digit reader's answer.
  const blanks = digitsOf(data).flatMap((p, i) => (i % CLASSES === CLASSES - 1 ? [[p, again[i]!] as const] : []));
  expect(blanks).toHaveLength(STRIPS * FIELD_SLOTS);
  expect(Math.max(...blanks.map(([p, own]) => Math.abs(p - own)))).toBeLessThan(1e-5);
  expect(new Set(blanks.map(([p]) => p.toFixed(3))).size).toBeGreaterThan(3);
});

test("a reading of two strips has the means of their features and of their probabilities", async () => {
  const { file, features } = withFeatureOutput(shipped);
  // The second strip fades from black to the first one.
  const unlike = strips.map((level, i) => (i < strips.length / 2 ? level : (level * (i % 160)) / 160));
  const { data, second } = await run(file, features, unlike);
  const slots = Float32Array.from(digitsOf(data));
  const [half, seen] = [slots.length / 2, second!.data.length / 2];
  const [first, other] = [0, 1].map((i) => ({
    slots: slots.subarray(i * half, (i + 1) * half),
    written: 1,
    features: second!.data.subarray(i * seen, (i + 1) * seen),
  }));
  const mean = meanReading(first!, other!);
  const middle = first!.features.map((feature, i) => (feature + other!.features[i]!) / 2);
  expect(Math.max(...middle.map((feature, i) => Math.abs(feature - mean.features![i]!)))).toBeLessThan(1e-6);
  const geometric = Float32Array.from(first!.slots);
  combineReadings(geometric, other!.slots, 0.5);
  expect(Math.max(...mean.slots.map((p, i) => Math.abs(p - geometric[i]!)))).toBeLessThan(1e-6);
  expect(Math.max(...mean.slots.map((p, i) => Math.abs(p - first!.slots[i]!)))).toBeGreaterThan(0.01);
});

test("refuses files without a digit layer, and files that are cut off", async () => {
  const detector = await readFile(join(MODELS_DIR, "precount", "detector.onnx"));
  expect(() => readDigitLayer(detector)).toThrow(/0 layers with 11 outputs/);
  expect(() => readDigitLayer(shipped.subarray(0, 5000))).toThrow(RangeError);
});
