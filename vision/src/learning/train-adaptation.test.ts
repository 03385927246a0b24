import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { type LearningReport, isHeldOut } from "@precount/domain";
import { ModelFilesError } from "@precount/inference";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIXINGS, formatAdaptation, parseAdaptation } from "../adaptation/adaptation.ts";
import { MODELS_DIR } from "../manifest.ts";
import { DEFAULT_DETECT_OPTIONS } from "../model.ts";
import { loadModels, openModel } from "../models.ts";
import { IS_EXHAUSTIVE } from "../testing/is-exhaustive.ts";
import {
  writeAnchors,
  writeExamples,
  writePoisonedExamples,
  writeReference,
  writeReferenceOfExamples,
} from "../testing/learning-folders.ts";
import { VisionProcess } from "../vision-process.ts";
import { readAll } from "./compare-models.ts";
import { describeExamples } from "./describe-all.ts";
import { readExamples } from "./examples.ts";
import { openReadingModel } from "./reading-model.ts";
import { ANCHORS_DIR, decodeReference, readReferenceSet } from "./reference-set.ts";
import { startTraining } from "./start-training.ts";
import { type TrainingRequest, trainAdaptation } from "./train-adaptation.ts";

const COUNT = 20;
/** An account is left out only if many values show that it is wrong. */
const POISONED_COUNT = 40;
const FROZEN_COUNT = 8;
const BASE = join(MODELS_DIR, "precount");

let folder = "";
let learnedDir = "";
let report: LearningReport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-learning-"));
  learnedDir = join(folder, "models");
  await writeReference(join(folder, "reference"), FROZEN_COUNT);
  await writeAnchors(join(folder, "anchors"), 5);
  await writeExamples(join(folder, "examples"), COUNT);
  report = await trainAdaptation(requestOf("crew-1"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const requestOf = (name: string, given: Partial<TrainingRequest> = {}): TrainingRequest => ({
  examplesDir: join(folder, "examples"),
  modelDir: BASE,
  outDir: join(learnedDir, name),
  stateFile: join(folder, "state", "training.json"),
  referenceDir: join(folder, "reference"),
  anchorsDir: join(folder, "anchors"),
  ...given,
});

const weightsOf = (name: string): Promise<string> => readFile(join(learnedDir, name, "adaptation.json"), "utf8");

/** Copies a learned model to a folder of models, with another adaptation. */
async function copyWithAdaptation(name: string, to: string, adaptation: string): Promise<void> {
  const own = join(to, name);
  await cp(join(learnedDir, name), own, { recursive: true });
  await writeFile(join(own, "adaptation.json"), adaptation);
  const sha256 = createHash("sha256").update(adaptation).digest("hex");
  const manifest = await readFile(join(own, "manifest.json"), "utf8");
  const listed = /"file": "adaptation.json",\s+"sha256": "\w+"/;
  await writeFile(
    join(own, "manifest.json"),
    manifest.replace(listed, `"file": "adaptation.json", "sha256": "${sha256}"`),
  );
}

test("trains a model from a crew's examples and reports what it does", async () => {
  const heldOut = Array.from({ length: COUNT }, (_, i) => isHeldOut(`image${i}/result${i}`)).filter(Boolean).length;
  expect(report).toMatchObject({ base: "precount", champion: "precount", leftOutAccounts: [] });
  expect(report.learnedFrom).toMatchObject({ stickers: COUNT - heldOut, blindChecked: 0, projects: 1, accounts: 2 });
  expect(report.learnedFrom.unchanged).toBeGreaterThan(0);
  for (const { heldOut: held, frozen, reliability } of Object.values(report.models)) {
    expect([held.stickers, frozen.stickers]).toEqual([heldOut, FROZEN_COUNT]);
    expect(reliability.reduce((sum, { values }) => sum + values, 0)).toBe(2 * heldOut);
  }
  expect(report.decision).toMatchObject({ ok: false });
  expect(await readdir(join(learnedDir, "crew-1"))).toEqual([
    "adaptation.json",
    "detector.onnx",
    "field.onnx",
    "learning-report.json",
    "manifest.json",
    "reader.onnx",
  ]);
  // Only what the networks saw of the reference set stays.
  expect(await readdir(join(folder, "state"))).toEqual(["anchors-precount.features", "reference-precount.features"]);
});

test("a model in use that has learned is compared with, and its base is adapted again", async () => {
  const again = await trainAdaptation(requestOf("crew-2", { modelDir: join(learnedDir, "crew-1") }));
  expect(again).toMatchObject({ base: "precount", champion: "crew-1", better: 0, worse: 0 });
  expect(await weightsOf("crew-2")).toBe(await weightsOf("crew-1"));
  const models = await loadModels({ learnedDir });
  expect(models.map(({ name }) => name)).toEqual(["ppocr", "precount", "crew-1", "crew-2"]);
  expect(new Set(models.map(({ sid }) => sid)).size).toBe(4);
});

test("ends within a second when it is aborted, writes no model, and continues to the same weights", async () => {
  const request = requestOf("crew-3", { stateFile: join(folder, "interrupted", "training.json") });
  for (const stage of ["examples", "reference", "training"]) {
    const abort = new AbortController();
    let abortedAt = 0;
    const onProgress = (progress: { stage: string; done: number }): void => {
      if (progress.stage !== stage || progress.done < 3) return;
      abortedAt ||= performance.now();
      abort.abort(new Error("enough"));
    };
    await expect(trainAdaptation(request, { signal: abort.signal, onProgress })).rejects.toThrow("enough");
    expect(performance.now() - abortedAt).toBeLessThan(1000);
    await expect(readFile(join(request.outDir, "manifest.json"))).rejects.toThrow("ENOENT");
  }
  await trainAdaptation(request);
  expect(await weightsOf("crew-3")).toBe(await weightsOf("crew-1"));
});

test("trains in a child process of the lowest priority, which an abort kills", async () => {
  const request = requestOf("crew-4");
  const abort = new AbortController();
  let pid = 0;
  let priority = 0;
  const onProgress = (): void => {
    priority = getPriority(pid);
    abort.abort();
  };
  const aborted = startTraining(request, { signal: abort.signal, onProgress, onStart: (started) => (pid = started) });
  await expect(aborted).rejects.toMatchObject({ kind: "aborted" });
  expect(priority).toBe(constants.priority.PRIORITY_LOW);
  const stages = new Set<string>();
  const { decision } = await startTraining(request, {
    niceness: 0,
    onProgress: ({ stage }) => stages.add(stage),
  });
  expect(decision).toEqual(report.decision);
  expect([...stages]).toEqual(["examples", "reference", "training", "judging"]);
  expect(await weightsOf("crew-4")).toBe(await weightsOf("crew-1"));
});

// judge-trained-model.test.ts and learn.test.ts leave out such an account in each run.
test.runIf(IS_EXHAUSTIVE)("leaves out an account that types wrong values", async () => {
  const examplesDir = join(folder, "poisoned");
  await writePoisonedExamples(examplesDir, POISONED_COUNT);
  const { leftOutAccounts, learnedFrom } = await trainAdaptation(requestOf("crew-5", { examplesDir }));
  expect(leftOutAccounts).toMatchObject([{ account: "eve".padEnd(24, "0") }]);
  expect(learnedFrom.accounts).toBe(1);
});

test("changes fewer values if its usual strength reads the reference set worse", async () => {
  const champion = await openReadingModel(BASE);
  const described = await describeExamples(await readExamples(join(folder, "examples")), {
    model: champion,
    cachePath: join(folder, "cautious.features"),
    signal: undefined,
    onProgress: () => {},
  });
  const stickers = described.map(({ sticker }) => sticker);
  const read = await readAll(stickers, champion, undefined);
  await champion.close();
  // Each value that the challenger corrects counts as an error here.
  const referenceDir = join(folder, "as-read");
  await writeReferenceOfExamples(
    referenceDir,
    read.map(({ code, quantity }) => ({ code: code.value, quantity: quantity.value })),
  );
  await trainAdaptation(
    requestOf("crew-7", { referenceDir, stateFile: join(folder, "as-read-state", "training.json") }),
  );
  const [usual, cautious] = [parseAdaptation(await weightsOf("crew-1"))!, parseAdaptation(await weightsOf("crew-7"))!];
  expect(usual.mixing).toEqual(MIXINGS[0]);
  expect(cautious).toEqual({ ...usual, mixing: MIXINGS.at(-1) });
});

describe("reading", () => {
  test.each(["precount", "crew-1"])("%s reads a sticker of a photo as it reads the described one", async (name) => {
    const dirs = { learnedDir };
    const folderOf = name === "precount" ? BASE : join(learnedDir, name);
    const reading = await openReadingModel(folderOf);
    const { model } = await openModel(name, { threads: 2, modelServer: null }, dirs);
    const found = (await readExamples(join(folder, "examples"))).slice(0, 8);
    const cachePath = join(folder, "described.features");
    const described = await describeExamples(found, {
      model: reading,
      cachePath,
      signal: undefined,
      onProgress: () => {},
    });
    const stored = await readAll(
      described.map(({ sticker }) => sticker),
      reading,
      undefined,
    );
    const { stickers } = await readReferenceSet();
    const hand = stickers.filter(({ family }) => family === "hand");
    for (const [i, values] of stored.entries()) {
      const pixels = await decodeReference(hand[i]!);
      const photo = { ...pixels, fullWidth: pixels.width, fullHeight: pixels.height };
      const { code, quantity } = await model.readSticker!(photo, hand[i]!.box, DEFAULT_DETECT_OPTIONS);
      expect([code.value, quantity!.value]).toEqual([values.code.value, values.quantity.value]);
      expect(Math.abs(code.confidence - values.code.confidence)).toBeLessThan(1e-4);
      expect(Math.abs(quantity!.confidence - values.quantity.confidence)).toBeLessThan(1e-4);
    }
    await reading.close();
    await model.close!();
  });

  test("the photo process reads a photo with a learned model", async () => {
    const path = new URL("../../../samples/0104.jpg", import.meta.url).pathname;
    // Its layer reads sevens wherever the field reader reads.
    const dir = await mkdtemp(join(folder, "sevens-"));
    const stored = JSON.parse(await weightsOf("crew-1")) as { layer: { weights: string } };
    const bias = Buffer.from(Float32Array.from({ length: 11 }, (_, digit) => (digit === 7 ? 1000 : 0)).buffer);
    const layer = { ...stored.layer, bias: bias.toString("base64") };
    const mixing = { share: 0, fullChangeAt: 0.001, margin: 0 };
    await copyWithAdaptation("crew-1", dir, JSON.stringify({ ...stored, layer, mixing }));
    const vision = new VisionProcess({ learnedDir: dir });
    const learned = await vision.detect({ path, modelName: "crew-1" });
    const shipped = await vision.detect({ path, modelName: "precount" });
    await vision.close();
    const rects = (answer: typeof learned) => answer.detections.map(({ rect }) => rect);
    expect(rects(learned)).toEqual(rects(shipped));
    expect(learned.detections).not.toEqual(shipped.detections);
  });
});

describe("refuses", () => {
  test.each([
    ["a changed adaptation", "adaptation.json", /adaptation\.json is not the file its manifest names/],
    ["changed weights", "field.onnx", /field\.onnx is not the file its manifest names/],
  ])("%s", async (_, file, message) => {
    const dir = await mkdtemp(join(folder, "changed-"));
    await cp(join(learnedDir, "crew-1"), join(dir, "crew-1"), { recursive: true });
    const path = join(dir, "crew-1", file);
    await writeFile(path, Buffer.concat([await readFile(path), Buffer.from(" ")]));
    await expect(loadModels({ learnedDir: dir })).rejects.toThrow(message);
    await expect(openModel("crew-1", { threads: 1, modelServer: null }, { learnedDir: dir })).rejects.toThrow(message);
  });

  test("an adaptation that does not fit its networks", async () => {
    const adaptation = parseAdaptation(await readFile(join(learnedDir, "crew-1/adaptation.json"), "utf8"))!;
    const { mean, digits } = adaptation.memory;
    // As if the networks saw one number less of each slot.
    const narrow = { mean: mean.slice(1), features: adaptation.memory.features.slice(digits.length) };
    const ofOthers = formatAdaptation({ ...adaptation, memory: { ...adaptation.memory, ...narrow } });
    expect(parseAdaptation(ofOthers)).not.toBeNull();
    for (const text of ["{}", ofOthers]) {
      const dir = await mkdtemp(join(folder, "unfit-"));
      await copyWithAdaptation("crew-1", dir, text);
      const opening = openModel("crew-1", { threads: 1, modelServer: null }, { learnedDir: dir });
      await expect(opening).rejects.toThrow(ModelFilesError);
      await expect(opening).rejects.toThrow(/does not fit its networks/);
    }
  });

  test("a line that is no example, a model that cannot learn, and a changed reference set", async () => {
    const examplesDir = await mkdtemp(join(folder, "wrong-"));
    await writeFile(join(examplesDir, "examples.jsonl"), "{}");
    await expect(trainAdaptation(requestOf("crew-6", { examplesDir }))).rejects.toThrow(/line 1 is no example/);
    await expect(trainAdaptation(requestOf("crew-6", { modelDir: join(MODELS_DIR, "ppocr") }))).rejects.toThrow(
      /cannot learn/,
    );
    const referenceDir = await mkdtemp(join(folder, "changed-"));
    await cp(join(folder, "reference"), referenceDir, { recursive: true });
    await writeFile(join(referenceDir, "stickers.bin"), "changed");
    await expect(trainAdaptation(requestOf("crew-6", { referenceDir }))).rejects.toThrow(
      /reference set .* is not the one/,
    );
  });
});

test("the product's anchors show handwriting", async () => {
  const { stickers } = await readReferenceSet(ANCHORS_DIR);
  const counts = ["print", "mixed", "hand"].map(
    (family) => stickers.filter((sticker) => sticker.family === family).length,
  );
  expect(counts).toEqual([0, 300, 300]);
});

test("the product's reference set has its stickers over all families", async () => {
  const { stickers } = await readReferenceSet();
  const counts = ["print", "mixed", "hand"].map(
    (family) => stickers.filter((sticker) => sticker.family === family).length,
  );
  expect(counts).toEqual([700, 700, 700]);
});
