import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelStatusSchema, sidSchema } from "@precount/domain";
import { ModelFilesError, checkWeightFiles, weightFileSchema } from "@precount/inference";
import { z } from "zod";

const common = {
  sid: sidSchema,
  title: z.string().min(1),
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  status: modelStatusSchema,
  trainedAt: z.iso.date().nullable(),
  weights: z.array(weightFileSchema).min(1),
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

/**
 * What this version does before and after the networks; a model trained for other steps must not run here. Contract 2
 * stretches a box to the crop's size and takes the first slot's blank for "nothing to read"; contract 3 keeps the aspect
 * ratio, and its reader answers separately whether a crop shows a sticker or tag.
 */
const PRECOUNT_CONTRACTS = [2, 3] as const;

const share = z.number().min(0).max(1);
/** How a crop shows a box: so many times as large, and moved by shares of the box's own width and height. */
const lookSchema = z.object({
  growWidth: z.number().min(0.5).max(2),
  growHeight: z.number().min(0.5).max(2),
  right: z.number().min(-1).max(1),
  down: z.number().min(-1).max(1),
});
const isRising = (values: readonly number[]): boolean => values.every((value, i) => i === 0 || value >= values[i - 1]!);
/** Points (logit of the raw probability, certainty), rising in both; linear between them. */
const knotsSchema = z
  .array(z.tuple([z.number(), share]))
  .min(2)
  .refine((knots) => [0, 1].every((axis) => isRising(knots.map((knot) => knot[axis]!))), "must rise");
/** How our own networks are used, wherever they run. */
const precountSettings = {
  contract: z.literal(PRECOUNT_CONTRACTS, {
    error: `made for another version of Precount (this one runs contract ${PRECOUNT_CONTRACTS.join(" and ")}): export it again`,
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
    /** A box whose values are all less likely than this must reach `unreadableThreshold`. */
    readable: share.optional(),
    unreadableThreshold: share.optional(),
    /**
     * A second pass over a photo with small stickers, reduced to this `longEdgePx`: where at least `smallShare` of the
     * stickers that the first pass found are narrower than `smallPx` on its reduced photo.
     */
    secondPass: z
      .object({
        longEdgePx: z.number().int().min(320).max(8192),
        smallPx: z.number().positive(),
        smallShare: share,
      })
      .optional(),
  }),
  read: z.object({
    widthPx: z.number().int().min(32).max(512),
    heightPx: z.number().int().min(16).max(256),
    /** Level (0–255) around a box with another aspect ratio than the crop; contract 2 stretches the box instead. */
    fill: z.number().int().min(0).max(255).optional(),
    look: lookSchema,
    /** How what is in doubt is looked at again; the mean of all answers counts. */
    moreLooks: z.array(lookSchema).max(8),
    /** A value less likely than this is in doubt. */
    sure: share,
    batch: z.number().int().min(1).max(64),
  }),
  /** How raw probabilities become certainties, by class and field; without it they stay as they are. */
  calibration: z.object({ stickerCode: knotsSchema, stickerQuantity: knotsSchema, shelfCode: knotsSchema }).optional(),
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
  weights: z.array(weightFileSchema.pick({ role: true, sha256: true })).min(1),
});
export type Knots = z.infer<typeof knotsSchema>;
export type PrecountManifest = z.infer<typeof onnxSchema> | z.infer<typeof kserveSchema>;

/** Other backends join here. */
const manifestSchema = z.discriminatedUnion("backend", [ppocrSchema, onnxSchema, kserveSchema]);
type Manifest = z.infer<typeof manifestSchema>;

export const MODELS_DIR = fileURLToPath(new URL("../models/", import.meta.url));

export interface ModelFolder {
  folder: string;
  manifest: Manifest;
  /** Absolute paths of the weight files by role; none where a server has them. */
  files: Record<string, string>;
}

/** Every model folder, by name, each weight file checked against its manifest. Throws ModelFilesError. */
export async function readModelFolders(modelsDir = MODELS_DIR): Promise<ModelFolder[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(modelsDir, entry.name));
  const models = await Promise.all(folders.toSorted().map(readModelFolder));
  for (const key of ["sid", "name"] as const) {
    const values = models.map(({ manifest }) => manifest[key]);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice) throw new ModelFilesError(`Two models in ${modelsDir} have the ${key} ${twice}: give one another.`);
  }
  return models;
}

export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const manifest = await readManifest(join(folder, "manifest.json"));
  if (manifest.backend === "kserve") return { folder, manifest, files: {} };
  return { folder, manifest, files: await checkWeightFiles({ name: manifest.name, folder }, manifest.weights) };
}

async function readManifest(path: string): Promise<Manifest> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new ModelFilesError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new ModelFilesError(`${path} is no model manifest:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
