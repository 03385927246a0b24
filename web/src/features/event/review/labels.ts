import { type ResultStatus, resultDoubt, shelfIndexes } from "@precount/domain";
import type { ResultSort } from "../../../shared/paging/search.ts";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";

export type PanelTab = "doubtful" | "all" | "discarded";

/** Doubtful is whatever needs a person, also where one has added or edited it; the rest is as it says. */
export const hasStatus = (label: DisplayedResult, status: ResultStatus): boolean =>
  status === "invalid" ? label.isDoubtful : label.status === status;

/** Those of any of the statuses; with none, all that are not discarded. */
export const filterLabels = (labels: readonly DisplayedResult[], statuses: readonly ResultStatus[]): DisplayedResult[] =>
  labels.filter((label) =>
    statuses.length === 0 ? label.status !== "discarded" : statuses.some((status) => hasStatus(label, status)),
  );

/** What needs a person first: the least sure ones; by place as one reads a shelf; or alike beside alike. */
export function sortLabels(labels: readonly DisplayedResult[], sort: ResultSort): DisplayedResult[] {
  const rank = RANKS[sort](labels);
  return labels.toSorted((a, b) => compare(rank(a), rank(b)) || a.index - b.index);
}

const STATUS_ORDER: readonly ResultStatus[] = ["invalid", "added", "patched", "valid", "discarded"];

type Rank = (label: DisplayedResult) => readonly number[];
const RANKS: Readonly<Record<ResultSort, (labels: readonly DisplayedResult[]) => Rank>> = {
  doubt: () => (label) => {
    const { rank, uncertainty: unsure } = resultDoubt(label.result);
    return [-rank, -unsure];
  },
  // Shelf by shelf from the top; on each from the left, the shelf's own code after what stands on it.
  position: (labels) => {
    const shelves = shelfIndexes(labels.map(({ result }) => result));
    const tops = new Map(
      labels.map((label, at) => {
        const shelf = labels[shelves[at] ?? at] ?? label;
        return [label.index, shelf.result.rect.y];
      }),
    );
    return ({ index, result }) => [tops.get(index) ?? 0, result.label === "shelf" ? 1 : 0, result.rect.x];
  },
  status: () => (label) => [STATUS_ORDER.indexOf(label.needsAttention ? "invalid" : label.status)],
};

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, at) => value !== b[at]);
  return (a[differs] ?? 0) - (b[differs] ?? 0);
}
