import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ComparedSticker,
  type Example,
  type JudgedModel,
  type LearningReport,
  discordantPairs,
  judgePromotion,
  signTest,
} from "@precount/domain";
import type { StoredReader, StoredSticker } from "../adaptation/stored-sticker.ts";
import {
  type Comparison,
  type KeyedComparison,
  type ModelRole,
  accountOf,
  compare,
  readAll,
} from "./compare-models.ts";
import { type DescribeOptions, type DescribedExample, describeExamples, describeReference } from "./describe-all.ts";
import { readExamples } from "./examples.ts";
import { changedStickers, judgedModel } from "./learning-figures.ts";
import { type ReadingModel, ROLES_OF_READING, openReadingModel } from "./reading-model.ts";
import { REFERENCE_DIR, readReferenceSet } from "./reference-set.ts";

/** The parts of a report that follow from the comparison of two models. */
export type Judgment = Pick<LearningReport, "models" | "better" | "worse" | "p" | "decision" | "changed">;

/** Compares two models by the promotion rule. */
export function judge(heldOut: readonly KeyedComparison[], frozen: readonly Comparison[]): Judgment {
  const pairs = discordantPairs(heldOut);
  const decision = judgePromotion({ heldOut, frozen });
  const modelOf = (role: ModelRole): JudgedModel => judgedModel(heldOut, frozen, role);
  return {
    models: { champion: modelOf("champion"), challenger: modelOf("challenger") },
    ...pairs,
    p: signTest(pairs),
    decision: decision.ok ? { ok: true } : { ok: false, reason: decision.reason },
    changed: changedStickers(heldOut),
  };
}

export interface JudgeRequest {
  /** A folder with `examples.jsonl` and `crops/`. */
  examplesDir: string;
  championDir: string;
  challengerDir: string;
  /** For the cache of descriptions; a later call with the same models uses it. */
  cacheDir: string;
  /** Which examples are judged; all by default. */
  isJudged?: (example: Example) => boolean;
  /** Another reference set than the product's; null leaves it out. */
  referenceDir?: string | null;
}

/** Compares two models, whose networks may differ, on examples and on the reference set. */
export async function judgeModels(request: JudgeRequest): Promise<{
  /** The champion's name. */
  champion: string;
  heldOut: readonly ComparedSticker[];
  frozen: readonly ComparedSticker[];
  judgment: Judgment;
}> {
  await mkdir(request.cacheDir, { recursive: true });
  const models = {
    champion: await openReadingModel(request.championDir),
    challenger: await openReadingModel(request.challengerDir),
  };
  try {
    const sets = await describeForBoth(models, request);
    const heldOut = await compareSets(sets.champion.examples, sets.challenger.examples, models);
    const frozen = await compareSets(sets.champion.reference, sets.challenger.reference, models);
    return { champion: models.champion.manifest.name, heldOut, frozen, judgment: judge(heldOut, frozen) };
  } finally {
    await models.champion.close();
    await models.challenger.close();
  }
}

type KeyedSticker = { key: string; account: string | null; sticker: StoredSticker };
type DescribedSets = { examples: KeyedSticker[]; reference: KeyedSticker[] };

async function describeForBoth(
  { champion, challenger }: Record<ModelRole, ReadingModel>,
  request: JudgeRequest,
): Promise<Record<ModelRole, DescribedSets>> {
  const first = await describeSets(champion, "champion", request);
  const isSame = ROLES_OF_READING.every((role) => champion.weights[role] === challenger.weights[role]);
  return { champion: first, challenger: isSame ? first : await describeSets(challenger, "challenger", request) };
}

async function describeSets(model: ReadingModel, role: ModelRole, request: JudgeRequest): Promise<DescribedSets> {
  const { examplesDir, cacheDir, isJudged = () => true, referenceDir = REFERENCE_DIR } = request;
  const optionsOf = (set: string): DescribeOptions => ({
    model,
    cachePath: join(cacheDir, `${set}-${role}.features`),
    signal: undefined,
    onProgress: () => undefined,
  });
  const found = (await readExamples(examplesDir)).filter(({ example }) => isJudged(example));
  const examples = await describeExamples(found, optionsOf("examples"));
  const reference =
    referenceDir === null ? [] : await describeReference(await readReferenceSet(referenceDir), optionsOf("reference"));
  return {
    examples: examples.map(toKeyedSticker),
    reference: reference.map((sticker, i) => ({ key: String(i), account: null, sticker })),
  };
}

const toKeyedSticker = ({ example, sticker }: DescribedExample): KeyedSticker => ({
  key: example.key,
  account: accountOf(example),
  sticker,
});

async function compareSets(
  champion: readonly KeyedSticker[],
  challenger: readonly KeyedSticker[],
  readers: Record<ModelRole, StoredReader>,
): Promise<KeyedComparison[]> {
  const stickersOf = (stickers: readonly KeyedSticker[]): StoredSticker[] => stickers.map(({ sticker }) => sticker);
  const before = await readAll(stickersOf(champion), readers.champion, undefined);
  const after = await readAll(stickersOf(challenger), readers.challenger, undefined);
  return champion.map(({ key, sticker, account }, i) =>
    Object.assign(compare(sticker, { champion: before[i]!, challenger: after[i]! }, account), { key }),
  );
}
