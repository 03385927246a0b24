import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type LearningReport, frozenLosses, isHeldOut } from "@precount/domain";
import { type Adaptation, MIXINGS } from "../adaptation/adaptation.ts";
import { rememberExamples } from "../adaptation/neighbors.ts";
import { type StoredReader, type StoredSticker, toLearningExamples } from "../adaptation/stored-sticker.ts";
import { DEFAULT_TRAINING, DigitLayerTraining } from "../adaptation/train-digit-layer.ts";
import { formatTrainingState, parseTrainingState } from "../adaptation/training-state.ts";
import { type Comparison, compareAll, compareExamples } from "./compare-models.ts";
import { type DescribedExample, describeExamples, describeReference } from "./describe-all.ts";
import { readExamples } from "./examples.ts";
import { judge } from "./judge-models.ts";
import { learnedFrom } from "./learning-figures.ts";
import { type ReadingModel, openReadingModel, withAdaptation } from "./reading-model.ts";
import { ANCHORS_DIR, REFERENCE_DIR, readReferenceSet } from "./reference-set.ts";
import { leaveOutUntrusted } from "./trusted-examples.ts";
import { baseOf, writeLearnedModel } from "./write-model.ts";

export interface TrainingRequest {
  /** The folder with `examples.jsonl` and `crops/`. */
  examplesDir: string;
  /** The model in use, the champion. A learned one is replaced by another adaptation of the model that it adapts. */
  modelDir: string;
  /** The new model's folder. The last part is the model's name. */
  outDir: string;
  /** The state that an interrupted run continues from; with it, in the same folder, caches of descriptions. */
  stateFile: string;
  title?: string;
  /** Other sets of stickers than the product's. */
  referenceDir?: string;
  anchorsDir?: string;
}

export type TrainingStage = "examples" | "reference" | "training" | "judging";
export interface TrainingProgress {
  stage: TrainingStage;
  done: number;
  total: number;
}

export interface TrainingControl {
  signal?: AbortSignal | undefined;
  onProgress?: (progress: TrainingProgress) => void;
}

/**
 * Adapts a model to examples, compares it with the model in use, and writes its folder. Equal examples give equal
 * weights, also after an interruption. Computes for minutes: `startTraining` runs it in a process of its own.
 * Throws ModelFilesError for a model that cannot be used, Error for invalid examples or if none can be learned from, and the
 * signal's reason after an abort.
 */
export async function trainAdaptation(
  request: TrainingRequest,
  control: TrainingControl = {},
): Promise<LearningReport> {
  await mkdir(dirname(request.stateFile), { recursive: true });
  const champion = await openReadingModel(request.modelDir);
  try {
    return await train(request, control, champion, performance.now());
  } finally {
    await champion.close();
  }
}

async function train(
  request: TrainingRequest,
  control: TrainingControl,
  champion: ReadingModel,
  startedAt: number,
): Promise<LearningReport> {
  const { signal } = control;
  const described = await describe(request, control, champion);
  const { trusted, leftOut } = await leaveOutUntrusted(described.examples, champion, signal);
  const learned = trusted.filter(({ example }) => !isHeldOut(example.key));
  const { learnedParts, passes } = await adapt(
    { learned, anchors: described.anchors },
    champion,
    request.stateFile,
    control,
  );
  control.onProgress?.({ stage: "judging", done: 0, total: 1 });
  const { adaptation, challenger, frozen } = await mix(learnedParts, champion, described.reference, signal);
  const heldOut = await compareExamples(
    trusted.filter(({ example }) => isHeldOut(example.key)),
    { champion, challenger },
    signal,
  );
  await challenger.combination.close();
  const report: LearningReport = {
    version: 1,
    base: baseOf(champion).name,
    champion: champion.manifest.name,
    learnedFrom: learnedFrom(learned.map(({ example }) => example)),
    leftOutAccounts: leftOut.map(({ account, sure, contradicted }) => ({ account, sure, contradicted })),
    ...judge(heldOut, frozen),
    seconds: Math.round(performance.now() - startedAt) / 1000,
    passes,
  };
  signal?.throwIfAborted();
  const name = basename(request.outDir);
  const title = request.title ?? `${champion.manifest.title}, learned`;
  await writeLearnedModel(request.outDir, champion, { name, title, adaptation, report });
  // People may delete examples later, so no data of theirs is kept beside the model.
  for (const file of [request.stateFile, featuresFile(request)]) await rm(file, { force: true });
  return report;
}

/** The path of the cache with the descriptions of the examples. */
export const featuresFile = ({ stateFile }: Pick<TrainingRequest, "stateFile">): string => `${stateFile}.features`;

async function describe(request: TrainingRequest, { signal, onProgress }: TrainingControl, model: ReadingModel) {
  const examples = await describeExamples(await readExamples(request.examplesDir), {
    model,
    cachePath: featuresFile(request),
    signal,
    onProgress: (done, total) => onProgress?.({ stage: "examples", done, total }),
  });
  const sets = {
    anchors: await readReferenceSet(request.anchorsDir ?? ANCHORS_DIR),
    reference: await readReferenceSet(request.referenceDir ?? REFERENCE_DIR),
  };
  const total = sets.anchors.stickers.length + sets.reference.stickers.length;
  const describeSet = (name: keyof typeof sets, before: number): Promise<StoredSticker[]> => {
    // The same for all trainings of a base model.
    const cachePath = join(dirname(request.stateFile), `${name}-${baseOf(model).name}.features`);
    const reportDone = (done: number): void => onProgress?.({ stage: "reference", done: before + done, total });
    return describeReference(sets[name], { model, cachePath, signal, onProgress: reportDone });
  };
  const anchors = await describeSet("anchors", 0);
  const reference = await describeSet("reference", sets.anchors.stickers.length);
  return { examples, anchors, reference };
}

type LearnedParts = Omit<Adaptation, "mixing">;

/**
 * The adaptation with the strongest of MIXINGS that does not read the frozen set worse, else with the weakest. The held-out examples have
 * no part in this choice, so that their test keeps its meaning.
 */
async function mix(
  parts: LearnedParts,
  champion: ReadingModel,
  reference: readonly StoredSticker[],
  signal: AbortSignal | undefined,
): Promise<{ adaptation: Adaptation; challenger: StoredReader; frozen: Comparison[] }> {
  const [mixing, ...weaker] = MIXINGS;
  let mixed = await mixAndCompare({ ...parts, mixing }, champion, reference, signal);
  for (const next of weaker) {
    if (frozenLosses(mixed.frozen).length === 0) break;
    await mixed.challenger.combination.close();
    mixed = await mixAndCompare({ ...parts, mixing: next }, champion, reference, signal);
  }
  return mixed;
}

async function mixAndCompare(
  adaptation: Adaptation,
  champion: ReadingModel,
  reference: readonly StoredSticker[],
  signal: AbortSignal | undefined,
) {
  const challenger = await withAdaptation(champion, adaptation);
  return { adaptation, challenger, frozen: await compareAll(reference, { champion, challenger }, [], signal) };
}

/** Trains the digit layer and fills the memory. The state is stored after each pass. */
async function adapt(
  { learned, anchors }: { learned: readonly DescribedExample[]; anchors: readonly StoredSticker[] },
  { shipped, manifest }: ReadingModel,
  stateFile: string,
  { signal, onProgress }: TrainingControl,
): Promise<{ learnedParts: LearnedParts; passes: number }> {
  const examples = toLearningExamples(learned.map(({ sticker }) => sticker));
  if (examples.importance.length === 0) throw new Error("There is no handwritten or doubtful number to learn from.");
  const material = { examples, anchors: toLearningExamples(anchors) };
  const state = parseTrainingState(await readFile(stateFile, "utf8").catch(() => ""));
  const options = { ...DEFAULT_TRAINING, weight: manifest.field.weight };
  const training = new DigitLayerTraining(material, shipped, options, state);
  while (!training.done) {
    signal?.throwIfAborted();
    training.step();
    await writeFile(`${stateFile}.part`, formatTrainingState(training.state));
    await rename(`${stateFile}.part`, stateFile);
    onProgress?.({ stage: "training", done: training.state.evaluations, total: options.maxEvaluations });
    await setImmediate();
  }
  return {
    learnedParts: { layer: training.layer, memory: rememberExamples(material) },
    passes: training.state.evaluations,
  };
}
