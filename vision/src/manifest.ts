import { existsSync } from "node:fs";
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

/** Version of the steps before and after the networks that this runtime implements; other models are refused. */
const PRECOUNT_CONTRACT = 4;

const share = z.number().min(0).max(1);
const weight = z.number().min(-100).max(100);
/** For models that an installation learned before manifests had weights: those of the model whose networks they share. */
const FIRST_TAG_EVIDENCE = {
  bias: -1.47,
  score: 2.72,
  paper: 0.53,
  tag: 0,
  number: 0.17,
  contents: -2.55,
  values: ["125", "330", "375", ...Array.from({ length: 18 }, (_, n) => String(100 + 50 * n))],
};
/** The part of a photo that a crop shows: the box scaled by `grow…`, and moved by shares of its width and height. */
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
const calibrationSchema = z.object({
  knots: knotsSchema,
  /** Logits that a number loses for each logit of being handwriting, so that errors of handwriting do not lower the certainty of print. */
  handPenalty: z.number().min(0).max(10),
});
/** Settings of the networks trained in training/, in this process or on a model server. */
const precountSettings = {
  contract: z.literal(PRECOUNT_CONTRACT, {
    error: `made for another version of Precount (this one runs contract ${PRECOUNT_CONTRACT}): export it again`,
  }),
  /** A photo with a longer edge than this, pixels, is decoded at a half, a quarter or an eighth. */
  halveAbovePx: z.number().int().min(1024).max(16_384),
  detect: z.object({
    /** The longer edge of the reduced photo, pixels; smaller photos are not enlarged. */
    longEdgePx: z.number().int().min(320).max(4096),
    /** Its sides are padded to multiples of this. */
    multiplePx: z.number().int().min(8).max(128),
    /** Levels (0–1) are normalized: minus `mean`, divided by `deviation`. */
    mean: share,
    deviation: z.number().positive(),
    stridePx: z.number().int().min(2).max(32),
    /** The unit of box offsets and sizes, pixels. */
    unitPx: z.number().positive(),
    /** The detector's score below which a box is not decoded. */
    leastScore: share,
    /** The least existence of a sticker; its least score where no reader runs. */
    stickerThreshold: share,
    /**
     * The existence of a sticker: the logistic function of `bias`, and of the logits of the detector's score and of the reader's `paper` with
     * these weights. Boxes with a score below `leastScore` are not read. Models that an installation learned earlier have no such weights.
     */
    stickerEvidence: z.object({ bias: weight, score: weight, paper: weight, leastScore: share }).optional(),
    shelfThreshold: share,
    mostOverlap: share,
    /** A sticker whose values are all less likely than this must reach `unreadableThreshold`, and a shelf tag the other one. */
    readable: share.optional(),
    unreadableThreshold: share.optional(),
    unreadableShelfThreshold: share.optional(),
    /** A sticker whose code is less likely than this counts as unreadable. */
    leastCode: share.default(0.01),
    /** Such a sticker is a shelf tag if the reader's `tag` is at least this. */
    leastTag: share.default(0.9),
    /** A shelf tag with a readable code is a sticker if the reader's `tag` is at most this. */
    mostTag: share.default(0),
    /**
     * The existence of a shelf tag: the logistic function of `bias`, and of the logits of the detector's score, of the reader's `paper` and
     * `tag`, and of the probability of its number with these weights. `contents` is added if the number is one of `values`, which mostly say
     * how much a package contains.
     */
    tagEvidence: z
      .object({
        bias: weight,
        score: weight,
        paper: weight,
        tag: weight.default(0),
        number: weight,
        contents: weight,
        values: z.array(z.string().regex(/^\d{1,3}$/)),
      })
      .default(FIRST_TAG_EVIDENCE),
    /**
     * A second pass over a photo with small stickers, reduced to this `longEdgePx`: where at least `smallShare` of the
     * stickers that the first pass found with `leastScore` are narrower than `smallPx` on its reduced photo.
     */
    secondPass: z
      .object({
        longEdgePx: z.number().int().min(320).max(8192),
        smallPx: z.number().positive(),
        smallShare: share,
        leastScore: share.optional(),
      })
      .optional(),
    /** Shelf tags with the same number are one tag if they share this part of the smaller box. */
    sameTagOverlap: share.optional(),
    /**
     * The second detection of doubtful shelf tags. A tag whose existence is in the range `doubtful`, or whose number is less likely than
     * `unreadable`, is detected again in windows of the photo that are reduced to `windowPx`, in each at `enlarge` times the size that it
     * has on the reduced photo. The mean of all scores counts. In the second case, it is also read at each box found, and the surest
     * reading counts. Windows in which its longer side would have more than `mostPx` are left out. On the reduced photo, its score must
     * be at least `leastScore`.
     */
    tagLooks: z
      .object({
        leastScore: share.default(0.25),
        doubtful: z.tuple([share, share]).default([0.1, 0.85]),
        unreadable: share.default(0.75),
        enlarge: z.array(z.number().min(1).max(8)).max(8),
        windowPx: z.number().int().min(64).max(1024),
        mostPx: z.number().positive().optional(),
      })
      .optional(),
  }),
  read: z.object({
    widthPx: z.number().int().min(32).max(512),
    heightPx: z.number().int().min(16).max(256),
    /** Level (0–255) around a box with another aspect ratio than the crop. */
    fill: z.number().int().min(0).max(255),
    look: lookSchema,
    /** Further crops of a doubtful shelf tag; the mean of all answers counts. */
    moreLooks: z.array(lookSchema).max(8),
    /** A value with a lower raw probability is doubtful. */
    sure: share,
    batch: z.number().int().min(1).max(64),
    /** Whether the reader also says, after the places, how likely a crop shows a shelf tag. */
    answersTag: z.boolean().default(false),
    /** Whether it then reads a shelf tag's number in slots of their own. Without, the first slots of the code are the number's. */
    answersTagNumber: z.boolean().default(false),
  }),
  /** The second reading of a sticker's code or quantity, from a strip that shows only this number. */
  field: z.object({
    widthPx: z.number().int().min(32).max(512),
    heightPx: z.number().int().min(16).max(256),
    fill: z.number().int().min(0).max(255),
    /** The margin around the number, as a share of its height. */
    margin: share,
    batch: z.number().int().min(1).max(64),
    /** A number that is handwriting with this probability is read again even if it is not doubtful. */
    leastWritten: share,
    /** Weight of the second reading in the geometric mean of both. */
    weight: share,
    /**
     * A number that is less likely than this after the second reading is read a third time, at the place that the field reader finds in
     * the strip; the geometric mean of both strips counts. The field reader of a model without this setting answers no places.
     */
    stillDoubtful: share.optional(),
  }),
  /** The model that this one adapts to a crew, and the sha256 of its files by role; absent in a model that adapts no other. */
  adapts: z.object({ name: z.string(), weights: z.record(z.string(), weightFileSchema.shape.sha256) }).optional(),
  /** How raw probabilities become certainties, by class and field; without it the raw probabilities are the certainties. */
  calibration: z
    .object({ stickerCode: calibrationSchema, stickerQuantity: calibrationSchema, shelfCode: calibrationSchema })
    .optional(),
};

const servedModelSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,200}$/),
  version: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
});
/** Networks on a model server (Open Inference Protocol). Defaults: KSERVE_URL, and the names that `export-models` gives. */
const serverSchema = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]+$/, "must be an address as far as /v2, without user and password")
    .optional(),
  /** Sends tensors as bytes even if the server does not announce that extension. */
  binary: z.boolean().optional(),
  models: z.object({ detector: servedModelSchema, reader: servedModelSchema, field: servedModelSchema }).optional(),
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
  /** The server holds the files; their sha256 is part of the served models' names. */
  weights: z.array(weightFileSchema.pick({ role: true, sha256: true })).min(1),
});
export type FieldCalibration = z.infer<typeof calibrationSchema>;
export type PrecountManifest = z.infer<typeof onnxSchema> | z.infer<typeof kserveSchema>;

const manifestSchema = z.discriminatedUnion("backend", [ppocrSchema, onnxSchema, kserveSchema]);
type Manifest = z.infer<typeof manifestSchema>;

export const MODELS_DIR = fileURLToPath(new URL("../models/", import.meta.url));

export interface ModelFolder {
  folder: string;
  manifest: Manifest;
  /** Absolute paths of the weight files by role; empty for networks on a server. */
  files: Record<string, string>;
}

/** The directories that contain models. */
export interface ModelDirs {
  /** The models that are part of the product. */
  modelsDir?: string | undefined;
  /** The models that this installation has learned; a directory that does not exist has none. */
  learnedDir?: string | undefined;
}

/** All model folders, sorted by name within each directory; each weight file is checked against its manifest. Throws ModelFilesError. */
export async function readModelFolders(dirs: ModelDirs = {}): Promise<ModelFolder[]> {
  const folders = (await Promise.all(allDirs(dirs).map(foldersIn))).flat();
  const models = await Promise.all(folders.map(readModelFolder));
  for (const key of ["sid", "name"] as const) {
    const values = models.map(({ manifest }) => manifest[key]);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice) {
      throw new ModelFilesError(
        `Two models in ${allDirs(dirs).join(" and ")} have the ${key} ${twice}: give one another.`,
      );
    }
  }
  return models;
}

const allDirs = ({ modelsDir = MODELS_DIR, learnedDir }: ModelDirs): string[] =>
  learnedDir === undefined ? [modelsDir] : [modelsDir, learnedDir];

/** A folder whose name begins with a dot is still being written. */
async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  return folders.map((entry) => join(dir, entry.name)).toSorted();
}

/** The folder with the model's name; the path in the product's directory if no directory has it. */
export function findModelFolder(name: string, dirs: ModelDirs): string {
  const folders = allDirs(dirs).map((dir) => join(dir, name));
  return folders.find((folder) => existsSync(join(folder, "manifest.json"))) ?? folders[0]!; // at least the product's
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
