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
  /** For what the networks see; a later call with the same models does not compute it again. */
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
    const seen = await describeFor(models, request);
    const heldOut = await compareSeen(seen.champion.examples, seen.challenger.examples, models);
    const frozen = await compareSeen(seen.champion.reference, seen.challenger.reference, models);
    return { champion: models.champion.manifest.name, heldOut, frozen, judgment: judge(heldOut, frozen) };
  } finally {
    await models.champion.close();
    await models.challenger.close();
  }
}

type Seen = { key: string; account: string | null; sticker: StoredSticker };
type SeenSets = { examples: Seen[]; reference: Seen[] };

async function describeFor(
  { champion, challenger }: Record<ModelRole, ReadingModel>,
  request: JudgeRequest,
): Promise<Record<ModelRole, SeenSets>> {
  const first = await describeSets(champion, "champion", request);
  const isSame = ROLES_OF_READING.every((role) => champion.weights[role] === challenger.weights[role]);
  return { champion: first, challenger: isSame ? first : await describeSets(challenger, "challenger", request) };
}

async function describeSets(model: ReadingModel, role: ModelRole, request: JudgeRequest): Promise<SeenSets> {
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
    examples: examples.map(toSeen),
    reference: reference.map((sticker, i) => ({ key: String(i), account: null, sticker })),
  };
}

const toSeen = ({ example, sticker }: DescribedExample): Seen => ({
  key: example.key,
  account: accountOf(example),
  sticker,
});

async function compareSeen(
  champion: readonly Seen[],
  challenger: readonly Seen[],
  readers: Record<ModelRole, StoredReader>,
): Promise<KeyedComparison[]> {
  const stickersOf = (seen: readonly Seen[]): StoredSticker[] => seen.map(({ sticker }) => sticker);
  const before = await readAll(stickersOf(champion), readers.champion, undefined);
  const after = await readAll(stickersOf(challenger), readers.challenger, undefined);
  return champion.map(({ key, sticker, account }, i) =>
    Object.assign(compare(sticker, { champion: before[i]!, challenger: after[i]! }, account), { key }),
  );
}
