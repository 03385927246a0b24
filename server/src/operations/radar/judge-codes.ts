import { setImmediate as nextTick } from "node:timers/promises";
import {
  type Baseline,
  type FindingDraft,
  type Item,
  type SimilarItem,
  type StickerFacts,
  chooseSimilarCode,
  judgeCode,
  rankFinding,
  similarCodes,
  stickerCodeSchema,
} from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findItems } from "../../db/items/items.ts";
import { listSimilarItems, listStickersOf, readReportUnits } from "../../db/radar/facts.ts";
import type { StoredFinding } from "../../db/radar/findings.ts";

/** Codes read per statement, and judged between two ticks. */
const CODES_PER_STATEMENT = 1000;
const CODES_PER_TICK = 250;

export type JudgeContext = {
  projectSid: string;
  /** The item list's version; null without a list. */
  versionSid: string | null;
  /** The report of the previous event; null without one. */
  previousReportSid: string | null;
  baseline: Baseline;
  /** Number and position of each area, by sid. */
  areas: ReadonlyMap<string, { number: number; rank: number }>;
};

export const codeScope = (code: string): string => `code:${code}`;

/** The findings about codes. Codes that are not well formed are left to the review, which asks for them anyway. */
export async function judgeCodes(
  tx: Transaction,
  context: JudgeContext,
  codes: readonly string[],
): Promise<StoredFinding[]> {
  const wellFormed = codes.filter((code) => stickerCodeSchema.safeParse(code).success);
  const findings: StoredFinding[] = [];
  for (let from = 0; from < wellFormed.length; from += CODES_PER_STATEMENT)
    findings.push(...(await judgeBatch(tx, context, wellFormed.slice(from, from + CODES_PER_STATEMENT))));
  return findings;
}

async function judgeBatch(tx: Transaction, context: JudgeContext, codes: readonly string[]): Promise<StoredFinding[]> {
  const { projectSid, versionSid, previousReportSid, baseline } = context;
  const listedItems = versionSid === null ? [] : await findItems(tx, versionSid, codes);
  const items = new Map(listedItems.map((item) => [item.code, item]));
  const storedStickers = await listStickersOf(tx, projectSid, codes);
  const stickers = Map.groupBy(
    storedStickers.map(({ areaSid, ...sticker }) => Object.assign(sticker, placeOf(context, areaSid))),
    ({ code }) => code,
  );
  const previous = previousReportSid === null ? null : await readReportUnits(tx, previousReportSid, codes);
  const similar = await readSimilar(
    tx,
    context,
    codes.filter((code) => !items.has(code) && stickers.has(code)),
  );
  const findings: StoredFinding[] = [];
  for (const [at, code] of codes.entries()) {
    const item = items.get(code) ?? null;
    const facts = { code, item, stickers: stickers.get(code) ?? [], previousQuantity: previous?.get(code) ?? null };
    const draft = judgeCode({ ...facts, similarCode: similar.get(code) ?? null }, baseline);
    if (draft) findings.push(toStored(draft, item, baseline, codeScope(code)));
    if (at % CODES_PER_TICK === 0) await nextTick();
  }
  return findings;
}

export const toStored = (draft: FindingDraft, item: Item | null, baseline: Baseline, scope: string): StoredFinding => ({
  ...rankFinding(draft, item, baseline),
  scope,
  results: draft.results,
});

const placeOf = ({ areas }: JudgeContext, areaSid: string | null): Pick<StickerFacts, "areaNumber" | "areaRank"> => {
  const area = areaSid === null ? undefined : areas.get(areaSid);
  return { areaNumber: area?.number ?? null, areaRank: area?.rank ?? null };
};

/** For each unlisted code, the listed one that it may be a misreading of. */
async function readSimilar(
  tx: Transaction,
  { projectSid, versionSid }: JudgeContext,
  unlisted: readonly string[],
): Promise<Map<string, string>> {
  if (versionSid === null || unlisted.length === 0) return new Map();
  const similarOf = new Map(unlisted.map((code) => [code, similarCodes(code)]));
  const codes = [...new Set([...similarOf.values()].flat())];
  const known = new Map<string, SimilarItem>();
  for (const item of await listSimilarItems(tx, { projectSid, versionSid, codes })) known.set(item.code, item);
  return new Map(
    [...similarOf].flatMap(([code, candidates]) => {
      const best = chooseSimilarCode(candidates.flatMap((candidate) => known.get(candidate) ?? []));
      return best === null ? [] : [[code, best] as const];
    }),
  );
}
