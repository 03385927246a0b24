import { type ResultStatus, resultDoubt, shelfIndexes } from "@precount/domain";
import type { ResultSort } from "../../../shared/paging/search.ts";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";

export type PanelTab = "doubtful" | "all" | "discarded";

/** Whether a filter for the status shows a result. `invalid` shows every doubtful one, also an added or edited one. */
export const hasStatus = (item: DisplayedResult, status: ResultStatus): boolean =>
  status === "invalid" ? item.isDoubtful : item.status === status;

/** The results with any of the statuses; without statuses all that are not discarded. */
export const filterResults = (
  items: readonly DisplayedResult[],
  statuses: readonly ResultStatus[],
): DisplayedResult[] =>
  items.filter((item) =>
    statuses.length === 0 ? item.status !== "discarded" : statuses.some((status) => hasStatus(item, status)),
  );

/** Sorts by doubt (the most doubtful first), by position on the shelves, or by status. */
export function sortResults(items: readonly DisplayedResult[], sort: ResultSort): DisplayedResult[] {
  const rank = RANKS[sort](items);
  return items.toSorted((a, b) => compare(rank(a), rank(b)) || a.index - b.index);
}

const STATUS_ORDER: readonly ResultStatus[] = ["invalid", "added", "patched", "valid", "discarded"];

type Rank = (item: DisplayedResult) => readonly number[];
const RANKS: Readonly<Record<ResultSort, (items: readonly DisplayedResult[]) => Rank>> = {
  doubt: () => (item) => {
    const { rank, uncertainty } = resultDoubt(item.result);
    return [-rank, -uncertainty];
  },
  // Shelf by shelf from the top, each from the left, with the shelf itself after its stickers.
  position: (items) => {
    const shelves = shelfIndexes(items.map(({ result }) => result));
    const tops = new Map(
      items.map((item, at) => {
        const shelf = items[shelves[at] ?? at] ?? item;
        return [item.index, shelf.result.rect.y];
      }),
    );
    return ({ index, result }) => [tops.get(index) ?? 0, result.label === "shelf" ? 1 : 0, result.rect.x];
  },
  status: () => (item) => [STATUS_ORDER.indexOf(item.isDoubtful ? "invalid" : item.status)],
};

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, at) => value !== b[at]);
  return (a[differs] ?? 0) - (b[differs] ?? 0);
}
