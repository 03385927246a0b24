import { type Store, createStore } from "@precount/annotator";
import { useState } from "react";

/** The sids of the selected images, in the order in which they were selected. */
type Sids = ReadonlySet<string>;
export type Selection = {
  sids: Store<Sids>;
  /** These and no others. */
  select: (sids: Iterable<string>) => void;
  /** Adds these, or takes them out. */
  turn: (sids: Iterable<string>, isOn: boolean) => void;
  /** As a click on an image's box does; with `isRange` all of `page` from the one clicked before to this one follow it. */
  tick: (sid: string, isOn: boolean, page: readonly string[], isRange: boolean) => void;
};

/**
 * Which images are selected, on whatever page, told to those alone who ask: a list of a hundred rows is not drawn anew for
 * one tick. Another `scope` (filters, event) has a selection of its own, empty at first: nothing is done to images that one
 * no longer sees any way to.
 */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState(() => ({ scope, selection: createSelection() }));
  if (kept.scope === scope) return kept.selection;
  const other = { scope, selection: createSelection() };
  setKept(other);
  return other.selection;
}

export function createSelection(): Selection {
  const sids = createStore<Sids>(new Set());
  let clickedBefore: string | null = null;
  const turn: Selection["turn"] = (turned, isOn) => {
    const next = new Set(sids.get());
    for (const sid of turned) {
      if (isOn) next.add(sid);
      else next.delete(sid);
    }
    sids.set(next);
  };
  return {
    sids,
    select: (selected) => sids.set(new Set(selected)),
    turn,
    tick: (sid, isOn, page, isRange) => {
      const from = isRange && clickedBefore !== null ? page.indexOf(clickedBefore) : -1;
      const to = page.indexOf(sid);
      turn(from < 0 ? [sid] : page.slice(Math.min(from, to), Math.max(from, to) + 1), isOn);
      clickedBefore = sid;
    },
  };
}
