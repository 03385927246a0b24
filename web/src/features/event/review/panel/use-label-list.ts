import type { ResultStatus } from "@precount/domain";
import { useMemo, useState } from "react";
import { type DisplayedResult } from "../../../../ui/displayed-results.ts";
import { type PanelTab, hasStatus } from "../labels.ts";
import { type Conflicts, continued, inOrderOfDoubt } from "./order.ts";

/** What is asked for: a tab, and in the tab of all labels perhaps only some statuses. */
type Asked = { tab: PanelTab; statuses: readonly ResultStatus[] };

export type LabelList = Asked & {
  /** What is listed, in order. */
  listed: readonly DisplayedResult[];
  /** Those, and then all others: the order in which one goes from doubt to doubt. */
  all: readonly DisplayedResult[];
  ask: (asked: Partial<Asked>) => void;
  /** Sees to it that a label is in the list. */
  reveal: (index: number) => void;
};

const isAsked =
  ({ tab, statuses }: Asked) =>
  (label: DisplayedResult): boolean => {
    if (tab === "doubtful") return label.isDoubtful;
    if (tab === "discarded") return label.status === "discarded";
    return statuses.length === 0 ? label.status !== "discarded" : statuses.some((status) => hasStatus(label, status));
  };

/** The labels beside the photo. They are put in order when one turns to a list; after that nothing in it moves or leaves. */
export function useLabelList(labels: readonly DisplayedResult[], conflicts: Conflicts, selected: number | null): LabelList {
  const fresh = (asked: Asked): Asked & { list: readonly number[] } => ({
    ...asked,
    list: continued([], labels, conflicts, isAsked(asked)),
  });
  const [state, setState] = useState(() => fresh({ tab: firstTab(labels, selected), statuses: [] }));
  const list = continued(state.list, labels, conflicts, isAsked(state));
  if (list !== state.list) setState({ ...state, list });

  const reveal = (index: number): void => {
    const label = labels.find((one) => one.index === index);
    if (label && !list.includes(index))
      setState(fresh({ tab: label.status === "discarded" ? "discarded" : "all", statuses: [] }));
  };
  const arranged = useMemo(() => {
    const byIndex = new Map(labels.map((label) => [label.index, label]));
    const listed = list.flatMap((index) => byIndex.get(index) ?? []);
    const isListed = new Set(list);
    const rest = labels.filter(({ index }) => !isListed.has(index));
    return { listed, all: [...listed, ...inOrderOfDoubt(rest, conflicts)] };
  }, [labels, list, conflicts]);
  return {
    ...arranged,
    tab: state.tab,
    statuses: state.statuses,
    ask: (asked) => setState(fresh({ tab: state.tab, statuses: state.statuses, ...asked })),
    reveal,
  };
}

function firstTab(labels: readonly DisplayedResult[], selected: number | null): PanelTab {
  if (selected !== null && !labels.some((label) => label.index === selected && label.needsAttention)) return "all";
  return labels.some((label) => label.needsAttention) ? "doubtful" : "all";
}
