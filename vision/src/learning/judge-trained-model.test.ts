import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type LearningReport, isHeldOut, learningReportSchema } from "@precount/domain";
import { ModelFilesError } from "@precount/inference";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDigitLayer } from "../adaptation/digit-layer-file.ts";
import { MODELS_DIR } from "../manifest.ts";
import { writeExamples, writePoisonedExamples, writeReference } from "../testing/learning-folders.ts";
import { judgeTrainedModel } from "./judge-trained-model.ts";

const COUNT = 20;
/** An account is left out only if many values show that it is wrong. */
const POISONED_COUNT = 40;
const FROZEN_COUNT = 6;
const BASE = join(MODELS_DIR, "precount");
const EVE = "eve".padEnd(24, "0");
const CLI = new URL("./judge-trained-cli.ts", import.meta.url).pathname;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-judging-"));
  await writeReference(join(folder, "reference"), FROZEN_COUNT);
  await writeExamples(join(folder, "examples"), COUNT);
  await writePoisonedExamples(join(folder, "poisoned"), POISONED_COUNT);
  await writeTrainedModel(join(folder, "blind"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const judged = (examples: string): Promise<LearningReport> =>
  judgeTrainedModel({
    examplesDir: join(folder, examples),
    championDir: BASE,
    challengerDir: join(folder, "blind"),
    cacheDir: join(folder, examples),
    referenceDir: join(folder, "reference"),
  });

/** The shipped model with another field reader, as training/ writes it: this one takes the least likely digits for the likeliest. */
async function writeTrainedModel(to: string): Promise<void> {
  await cp(BASE, to, { recursive: true });
  const field = await readFile(join(to, "field.onnx"));
  const { weights } = readDigitLayer(field);
  const place = field.indexOf(new Uint8Array(weights.buffer));
  field.set(new Uint8Array(weights.map((weight) => -weight).buffer), place);
  await writeFile(join(to, "field.onnx"), field);
  const manifest = JSON.parse(await readFile(join(BASE, "manifest.json"), "utf8"));
  const sha256 = createHash("sha256").update(field).digest("hex");
  manifest.weights.find(({ role }: { role: string }) => role === "field").sha256 = sha256;
  const trained = {
    ...manifest,
    name: "blind",
    adapts: { name: "precount", weights: {} },
    fineTuned: { stickers: 48, steps: 10, passes: 3, seconds: 12 },
  };
  await writeFile(join(to, "manifest.json"), JSON.stringify(trained));
}

test("refuses a trained model that reads the held-out stickers worse, in the product's report", async () => {
  const report = await judged("examples");
  const heldOut = Array.from({ length: COUNT }, (_, i) => isHeldOut(`image${i}/result${i}`)).filter(Boolean).length;
  expect(learningReportSchema.parse(report)).toMatchObject({ base: "precount", champion: "precount", passes: 3 });
  expect(report.learnedFrom).toMatchObject({ stickers: COUNT - heldOut, accounts: 2 });
  const { champion, challenger } = report.models;
  expect([challenger.heldOut.stickers, challenger.frozen.stickers]).toEqual([heldOut, FROZEN_COUNT]);
  expect(challenger.heldOut.wrongCodes).toBeGreaterThan(champion.heldOut.wrongCodes);
  expect(report.worse).toBeGreaterThan(report.better);
  expect(report.decision).toEqual({ ok: false, reason: expect.stringContaining("Not clearly better") });
});

test("neither learns from nor judges by an account that types wrong values", async () => {
  // Into the cache of the judging below, which describes the examples only once.
  const cacheDir = join(folder, "poisoned");
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, "untrusted", cacheDir, BASE, cacheDir]);
  expect(JSON.parse(stdout)).toEqual([EVE]);
  const report = await judged("poisoned");
  expect(report.leftOutAccounts).toMatchObject([{ account: EVE }]);
  expect(report.learnedFrom.stickers + report.models.champion.heldOut.stickers).toBe(POISONED_COUNT / 2);
});

test("refuses a folder that training has not written", async () => {
  const request = { examplesDir: join(folder, "examples"), championDir: BASE, cacheDir: folder };
  await expect(judgeTrainedModel({ ...request, challengerDir: BASE })).rejects.toThrow(ModelFilesError);
});
