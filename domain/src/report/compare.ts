import { clampPage } from "../common/page-sizes.ts";
import { parseUnits } from "./contents.ts";
import type { ReportRow } from "./report.ts";

/** A row of one of two compared reports. `source` names the sticker: the same text in both reports is the same sticker. */
export type ComparedRow = ReportRow & { position: number; source: string | null };

export type RowChange =
  | { kind: "added"; after: ComparedRow }
  | { kind: "removed"; before: ComparedRow }
  | { kind: "changed"; before: ComparedRow; after: ComparedRow };

export const ROW_CHANGE_KINDS = ["changed", "added", "removed"] as const;
export type RowChangeKind = (typeof ROW_CHANGE_KINDS)[number];

const valuesOf = ({ areaCode, bayCode, shelfCode, code, quantity }: ReportRow): string =>
  JSON.stringify([areaCode, bayCode, shelfCode, code, quantity]);

/** Keys that are equal for rows of the same sticker, the most reliable first. */
const KEYS: readonly ((row: ComparedRow) => string | null)[] = [
  // The same sticker of the same photo.
  ({ source }) => source,
  // An equal row of another photo or detection: nothing changed for the report.
  valuesOf,
  // The same code at the same place with another quantity.
  ({ areaCode, bayCode, shelfCode, code }) => JSON.stringify([areaCode, bayCode, shelfCode, code]),
];

/**
 * The differences between two versions of a report (PD-143). Each row has at most one partner in the other report; without one it was
 * added or removed. The order is that of the newer report, with removed rows at the end.
 */
export function compareRows(before: readonly ComparedRow[], after: readonly ComparedRow[]): RowChange[] {
  const partners = new Map<ComparedRow, ComparedRow>();
  let openBefore = before;
  let openAfter = after;
  for (const key of KEYS) {
    if (openBefore.length === 0 || openAfter.length === 0) break;
    const waiting = Map.groupBy(openBefore, key);
    const taken = new Set<ComparedRow>();
    for (const row of openAfter) {
      const own = key(row);
      const partner = own === null ? undefined : waiting.get(own)?.shift();
      if (partner === undefined) continue;
      partners.set(row, partner);
      taken.add(partner);
    }
    openBefore = openBefore.filter((row) => !taken.has(row));
    openAfter = openAfter.filter((row) => !partners.has(row));
  }
  const changes = after.flatMap((row): RowChange[] => {
    const partner = partners.get(row);
    if (partner === undefined) return [{ kind: "added", after: row }];
    return valuesOf(partner) === valuesOf(row) ? [] : [{ kind: "changed", before: partner, after: row }];
  });
  return [...changes, ...openBefore.map((row): RowChange => ({ kind: "removed", before: row }))];
}

/** The units of rows that were changed, added or removed, before and after. */
export function changedUnits(changes: readonly RowChange[]): { before: number; after: number } {
  const units = { before: 0, after: 0 };
  for (const change of changes) {
    if (change.kind !== "added") units.before += parseUnits(change.before.quantity);
    if (change.kind !== "removed") units.after += parseUnits(change.after.quantity);
  }
  return units;
}

export type ChangesPage = {
  items: RowChange[];
  total: number;
  page: number;
  counts: Record<RowChangeKind, number>;
};

/** One page of the changes of one kind, or of all, with the number of each kind. */
export function changesPage(
  all: readonly RowChange[],
  { kind, page, pageSize }: { kind?: RowChangeKind | undefined; page: number; pageSize: number },
): ChangesPage {
  const counts = { changed: 0, added: 0, removed: 0 };
  for (const change of all) counts[change.kind] += 1;
  const items = kind === undefined ? [...all] : all.filter((change) => change.kind === kind);
  const shown = clampPage(page, pageSize, items.length);
  return { items: items.slice((shown - 1) * pageSize, shown * pageSize), total: items.length, page: shown, counts };
}

/** The sums of two reports for one code or area. */
export type SumDifference = {
  name: string;
  description: string | null;
  before: number;
  after: number;
  difference: number;
};

export const SUM_GROUPINGS = ["code", "area"] as const;
export type SumGrouping = (typeof SUM_GROUPINGS)[number];

export const SUM_SORTS = [
  "name",
  "-name",
  "before",
  "-before",
  "after",
  "-after",
  "difference",
  "-difference",
] as const;
export type SumSort = (typeof SUM_SORTS)[number];
