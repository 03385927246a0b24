import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AccountTrust, type LearningReport, isHeldOut } from "@precount/domain";
import { ModelFilesError } from "@precount/inference";
import { z } from "zod";
import { describeExamples } from "./describe-all.ts";
import { readExamples } from "./examples.ts";
import { judgeModels } from "./judge-models.ts";
import { learnedFrom } from "./learning-figures.ts";
import { openReadingModel } from "./reading-model.ts";
import { isTrusted, leaveOutUntrusted } from "./trusted-examples.ts";

export interface TrustRequest {
  /** A folder with `examples.jsonl` and `crops/`. */
  examplesDir: string;
  /** The model whose sure readings accounts must not contradict too often. */
  championDir: string;
  /** For the cache of descriptions; a later call with the same model uses it. */
  cacheDir: string;
}

/** The accounts whose values neither training nor judging may use. */
export async function findUntrustedAccounts({
  examplesDir,
  championDir,
  cacheDir,
}: TrustRequest): Promise<AccountTrust[]> {
  await mkdir(cacheDir, { recursive: true });
  const model = await openReadingModel(championDir);
  try {
    const examples = await describeExamples(await readExamples(examplesDir), {
      model,
      cachePath: join(cacheDir, "trust.features"),
      signal: undefined,
      onProgress: () => undefined,
    });
    return (await leaveOutUntrusted(examples, model, undefined)).leftOut;
  } finally {
    await model.close();
  }
}

/** Fields that training/ adds to the manifest of a model that it has trained on examples. */
const trainedModelSchema = z.object({
  adapts: z.object({ name: z.string() }),
  fineTuned: z.object({ seconds: z.number().nonnegative(), passes: z.number().int().nonnegative() }),
});

export interface TrainedModelRequest extends TrustRequest {
  /** The folder of a model that training/ has trained on the same examples. */
  challengerDir: string;
  /** Another reference set than the product's. */
  referenceDir?: string;
}

/** Judges a model that was trained outside of the product as the product judges its own: by the held-out examples of trusted accounts. */
export async function judgeTrainedModel(request: TrainedModelRequest): Promise<LearningReport> {
  const trained = await readTrainedModel(request.challengerDir);
  const leftOut = await findUntrustedAccounts(request);
  const trusted = isTrusted(leftOut);
  const found = await readExamples(request.examplesDir);
  const learned = found.flatMap(({ example }) => (trusted(example) && !isHeldOut(example.key) ? [example] : []));
  const { judgment, champion } = await judgeModels({
    ...request,
    isJudged: (example) => trusted(example) && isHeldOut(example.key),
  });
  return {
    version: 1,
    base: trained.adapts.name,
    champion,
    learnedFrom: learnedFrom(learned),
    leftOutAccounts: leftOut.map(({ account, sure, contradicted }) => ({ account, sure, contradicted })),
    ...judgment,
    ...trained.fineTuned,
  };
}

async function readTrainedModel(folder: string): Promise<z.infer<typeof trainedModelSchema>> {
  const manifest = trainedModelSchema.safeParse(JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")));
  if (!manifest.success)
    throw new ModelFilesError(`${folder} is not a model that script/train --examples has trained.`);
  return manifest.data;
}
