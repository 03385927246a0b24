import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OnnxNetwork } from "@precount/inference";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MODELS_DIR } from "../manifest.ts";
import { CLASSES } from "../precount/values.ts";
import { readDigitLayer, withFeatureOutput } from "./digit-layer-file.ts";
import { FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";

const STRIPS = 2;
const SHAPE = [STRIPS, 3, 48, 160];
const strips = Float32Array.from({ length: STRIPS * 3 * 48 * 160 }, (_, i) => ((i * 7919) % 256) / 255);

let folder: string;
let shipped: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-layer-"));
  shipped = await readFile(join(MODELS_DIR, "precount", "field.onnx"));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(file: Uint8Array): Promise<OnnxNetwork> {
  const path = join(folder, "field.onnx");
  await writeFile(path, file);
  return OnnxNetwork.load(path, { threads: 1 });
}

async function read(file: Uint8Array, output?: string): Promise<Float32Array> {
  const network = await open(file);
  const { data } = await network.run(strips, SHAPE, output);
  await network.close();
  return data;
}

/** The probabilities of the digits, without the flag "written". */
const digitsOf = (rows: Float32Array): number[] =>
  Array.from({ length: STRIPS }, (_, i) => [...rows.subarray(i * 67, i * 67 + FIELD_SLOTS * CLASSES)]).flat();

test("the field reader's digit layer has 80 inputs", () => {
  const { weights, bias } = readDigitLayer(shipped);
  expect([weights.length, bias.length]).toEqual([80 * CLASSES, CLASSES]);
});

test("the features that the added output shows give the network's own probabilities", async () => {
  const { file, features } = withFeatureOutput(shipped);
  expect(await read(file)).toEqual(await read(shipped));
  const again = logitsOf(await read(file, features), readDigitLayer(shipped));
  softmaxRows(again);
  const answer = digitsOf(await read(shipped));
  expect(Math.max(...answer.map((p, i) => Math.abs(p - again[i]!)))).toBeLessThan(1e-5);
});

test("refuses files without a digit layer, and files that are cut off", async () => {
  const detector = await readFile(join(MODELS_DIR, "precount", "detector.onnx"));
  expect(() => readDigitLayer(detector)).toThrow(/0 layers with 11 outputs/);
  expect(() => readDigitLayer(shipped.subarray(0, 5000))).toThrow(RangeError);
});
