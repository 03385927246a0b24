import type { Item } from "../item/item.ts";
import type { Baseline } from "./facts.ts";
import type { Finding, FindingDraft, FindingSeverity } from "./finding.ts";

/** The impact of a finding in typical stickers from which its severity is high, and medium. */
const HIGH_STICKERS = 10;
const MEDIUM_STICKERS = 2;

/** The impact of one typical sticker, in the unit of `impact`. */
const stickerImpact = ({ stickerUnits, unitPrice }: Baseline): number => stickerUnits * (unitPrice ?? 1);

function severityOf(impact: number, baseline: Baseline): FindingSeverity {
  const stickers = impact / Math.max(Number.EPSILON, stickerImpact(baseline));
  if (stickers >= HIGH_STICKERS) return "high";
  return stickers >= MEDIUM_STICKERS ? "medium" : "low";
}

/** The key of a finding. It contains nothing that changes while the doubt is the same. */
export const findingKey = ({ kind, subject }: Pick<FindingDraft, "kind" | "subject">): string => `${kind}:${subject}`;

/**
 * Adds money, expected impact and severity. An item without a price counts with the event's median price in the ranking, and has no money;
 * an event without prices is ranked by units.
 */
export function rankFinding(draft: FindingDraft, item: Item | null, baseline: Baseline): Finding {
  const { kind, likelihood, units, code, areaNumber, imageSid, state, details } = draft;
  const price = item?.unitPrice ?? null;
  const known = price ?? baseline.unitPrice ?? 1;
  const impact = likelihood * Math.abs(units) * (baseline.unitPrice === null ? 1 : known);
  return {
    key: findingKey(draft),
    kind,
    severity: severityOf(impact, baseline),
    likelihood,
    units,
    money: price === null ? null : units * price,
    impact,
    code,
    department: item?.department ?? null,
    areaNumber,
    imageSid,
    state,
    details,
  };
}

/** Compares by expected impact, the largest first, and then by key, so that the order is stable. */
export const compareFindings = (a: Finding, b: Finding): number => b.impact - a.impact || (a.key < b.key ? -1 : 1);
