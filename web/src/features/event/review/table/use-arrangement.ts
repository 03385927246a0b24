import type { ResultStatus } from "@precount/domain";
import { useState } from "react";
import type { ResultSort } from "../../../../shared/paging/search.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { filterResults, sortResults } from "../result-filter.ts";
import { keepOrder } from "./grid.ts";

export type Arrangement = { sort: ResultSort; statuses: readonly ResultStatus[] };

/** The results as they were filtered and sorted when the arrangement was chosen. Edits do not move them. */
export function useArrangement(
  items: readonly DisplayedResult[],
  { sort, statuses }: Arrangement,
  selected: number | null,
): readonly DisplayedResult[] {
  const key = [sort, ...statuses].join(" ");
  const arrange = (): { key: string; order: number[]; known: number } => ({
    key,
    order: sortResults(filterResults(items, statuses), sort).map(({ index }) => index),
    known: items.reduce((most, { index }) => Math.max(most, index + 1), 0),
  });
  const [chosen, setChosen] = useState(arrange);
  if (chosen.key !== key) setChosen(arrange());
  const shown = keepOrder(chosen.order, chosen.known, items);
  // A result that is selected in the photo must be listed.
  const missing = items.find(({ index }) => index === selected);
  if (missing && !shown.includes(missing)) setChosen({ ...chosen, order: [...chosen.order, missing.index] });
  return shown;
}
