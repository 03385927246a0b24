import type { ResultStatus } from "@precount/domain";
import { useMemo, useState } from "react";
import type { ResultSort } from "../../../../shared/paging/search.ts";
import { type DisplayedResult } from "../../../../ui/displayed-results.ts";
import { filterLabels, sortLabels } from "../labels.ts";
import { keepOrder } from "./grid.ts";

export type Arrangement = { sort: ResultSort; statuses: readonly ResultStatus[] };

/** The labels as they were put in order when somebody chose so; edits since move none of them. */
export function useArrangement(
  labels: readonly DisplayedResult[],
  { sort, statuses }: Arrangement,
  selected: number | null,
): readonly DisplayedResult[] {
  const key = [sort, ...statuses].join(" ");
  const arrange = (): { key: string; order: number[]; known: number } => ({
    key,
    order: sortLabels(filterLabels(labels, statuses), sort).map(({ index }) => index),
    known: labels.reduce((most, { index }) => Math.max(most, index + 1), 0),
  });
  const [chosen, setChosen] = useState(arrange);
  if (chosen.key !== key) setChosen(arrange());
  // The same list until something in it changes: rows that scroll or are chosen are not all drawn again.
  const shown = useMemo(() => keepOrder(chosen.order, chosen.known, labels), [chosen, labels]);
  // What is chosen in the photo must be in the list.
  const missing = labels.find(({ index }) => index === selected);
  if (missing && !shown.includes(missing)) setChosen({ ...chosen, order: [...chosen.order, missing.index] });
  return shown;
}
