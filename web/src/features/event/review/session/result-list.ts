import type { ResultStatus } from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { type PanelTab, filterResults } from "../result-filter.ts";
import { type Conflicts, sortByDoubt, updateOrder } from "./result-order.ts";

/** Which results the panel lists: a tab, and in the tab of all results optionally only some statuses. */
export type ListFilter = { tab: PanelTab; statuses: readonly ResultStatus[] };
/** `order`: indexes of the listed results. Set when the filter is chosen; edits do not move listed results. */
export type ListState = ListFilter & { order: readonly number[] };

export type ResultList = ListState & {
  listed: readonly DisplayedResult[];
  /** The listed results, then all others: the order for stepping from doubtful reading to doubtful reading. */
  all: readonly DisplayedResult[];
};

type Source = { items: readonly DisplayedResult[]; conflicts: Conflicts };

const matchesFilter =
  ({ tab, statuses }: ListFilter) =>
  (one: DisplayedResult): boolean => {
    if (tab === "doubtful") return one.isDoubtful;
    if (tab === "discarded") return one.status === "discarded";
    return filterResults([one], statuses).length > 0;
  };

/** A freshly sorted list for this filter. */
export const newList = (filter: ListFilter, { items, conflicts }: Source): ListState => ({
  tab: filter.tab,
  statuses: filter.statuses,
  order: updateOrder([], items, conflicts, matchesFilter(filter)),
});

/** The list that the panel starts with: the doubtful results, or all when none is or when a sure one is selected. */
export function firstList(source: Source, selected: number | null): ListState {
  const { items } = source;
  const isSureSelected = selected !== null && !items.some(({ index, isDoubtful }) => index === selected && isDoubtful);
  const tab = !isSureSelected && items.some(({ isDoubtful }) => isDoubtful) ? "doubtful" : "all";
  return newList({ tab, statuses: [] }, source);
}

/** The list with the result in it; another tab when its own does not list it. */
export function listWith(list: ListState, source: Source, index: number): ListState {
  const item = source.items.find((one) => one.index === index);
  if (!item || list.order.includes(index)) return list;
  return newList({ tab: item.status === "discarded" ? "discarded" : "all", statuses: [] }, source);
}

/** The list after a change of the results. */
export function resolveList(list: ListState, { items, conflicts }: Source): ResultList {
  const order = updateOrder(list.order, items, conflicts, matchesFilter(list));
  const byIndex = new Map(items.map((one) => [one.index, one]));
  const listed = order.flatMap((index) => byIndex.get(index) ?? []);
  const inList = new Set(order);
  const others = items.filter(({ index }) => !inList.has(index));
  return { tab: list.tab, statuses: list.statuses, order, listed, all: [...listed, ...sortByDoubt(others, conflicts)] };
}
