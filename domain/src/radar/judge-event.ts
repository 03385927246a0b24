import type { Item } from "../item/item.ts";
import { judgeAreas, judgeImage } from "./area-rules.ts";
import { eventBaseline } from "./baseline.ts";
import { judgeCode } from "./code-rules.ts";
import { similarCodes } from "./digit-slips.ts";
import type { AreaFacts, Baseline, CodeTotal, PairFacts, PhotoFacts, StickerFacts } from "./facts.ts";
import type { Finding, FindingDraft, FindingResult } from "./finding.ts";
import { judgePair } from "./pair-rules.ts";
import { compareFindings, rankFinding } from "./rank.ts";

export type CountedCode = StickerFacts & { code: string };

/** An event in memory. The server judges the same parts from the database (server/src/operations/radar). */
export type RadarEvent = {
  /** Null without an item list. */
  items: ReadonlyMap<string, Item> | null;
  stickers: readonly CountedCode[];
  areas: readonly AreaFacts[];
  images: readonly PhotoFacts[];
  pairs?: readonly PairFacts[];
  isComplete: boolean;
  /** Units by code in the previous event; null without one. */
  previous: ReadonlyMap<string, number> | null;
};

export type FoundFinding = Finding & { results: readonly FindingResult[] };

/** A listed code that an unlisted one may have been misread from, with its figures. */
export type SimilarItem = { code: string; expected: number; counted: number };

/** Among the listed codes that differ from an unlisted one by one slip, the one with the most missing units; null if none is missing. */
export function chooseSimilarCode(candidates: readonly SimilarItem[]): string | null {
  const missing = candidates.filter(({ expected, counted }) => expected > 0 && counted < expected / 2);
  const [best] = missing.toSorted(
    (a, b) => b.expected - b.counted - (a.expected - a.counted) || (a.code < b.code ? -1 : 1),
  );
  return best?.code ?? null;
}

/** All findings of an event, by impact. */
export function judgeEvent(event: RadarEvent): { findings: FoundFinding[]; baseline: Baseline } {
  const { items, stickers, areas, images, isComplete, previous } = event;
  const byCode = Map.groupBy(stickers, ({ code }) => code);
  const countedOf = (code: string): number =>
    (byCode.get(code) ?? []).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  const codes = [...new Set([...byCode.keys(), ...(items?.keys() ?? [])])];
  const totals = codes.map((code): CodeTotal => {
    const item = items?.get(code);
    return {
      counted: countedOf(code),
      stickers: byCode.get(code)?.length ?? 0,
      expected: item?.expectedQuantity ?? null,
      last: previous?.get(code) ?? item?.lastQuantity ?? null,
      unitPrice: item?.unitPrice ?? null,
    };
  });
  const imageStickers = images.flatMap((image) => (image.stickers > 0 ? [image.stickers] : []));
  const baseline = eventBaseline(totals, { hasItems: items !== null, isComplete, areas: areas.length, imageStickers });
  const similarOf = (code: string): string | null =>
    chooseSimilarCode(
      similarCodes(code).flatMap((similar) => {
        const item = items?.get(similar);
        return item ? [{ code: similar, expected: item.expectedQuantity ?? 0, counted: countedOf(similar) }] : [];
      }),
    );
  const ofCodes = codes.flatMap((code): FindingDraft[] => {
    const item = items?.get(code) ?? null;
    const facts = { code, item, stickers: byCode.get(code) ?? [], previousQuantity: previous?.get(code) ?? null };
    const isUnlisted = items !== null && item === null;
    const finding = judgeCode(isUnlisted ? { ...facts, similarCode: similarOf(code) } : facts, baseline);
    return finding ? [finding] : [];
  });
  const ofImages = images.flatMap((image) => judgeImage(image, baseline) ?? []);
  const ofPairs = (event.pairs ?? []).flatMap((pair) => judgePair(pair) ?? []);
  const drafts = [...ofCodes, ...judgeAreas(areas, baseline), ...ofImages, ...ofPairs];
  const findings = drafts
    .map((draft) =>
      Object.assign(rankFinding(draft, items?.get(draft.code ?? "") ?? null, baseline), { results: draft.results }),
    )
    .toSorted(compareFindings);
  return { findings, baseline };
}
