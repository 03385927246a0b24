import { type Store, createStore } from "@precount/annotator";
import { useState } from "react";

/** The ids of the selected images, in the order of selection. */
type Sids = ReadonlySet<string>;
export type Selection = {
  sids: Store<Sids>;
  /** Replaces the selection. */
  select: (sids: Iterable<string>) => void;
  /** Adds images to the selection or removes them. */
  toggle: (sids: Iterable<string>, isOn: boolean) => void;
  /** A click on a checkbox. With `isRange` it applies to all images of `page` between the previously clicked one and this one. */
  click: (sid: string, isOn: boolean, page: readonly string[], isRange: boolean) => void;
  /**
   * Shift and an arrow key: moves the end of a range from one image to another. The range shrinks when the end moves back to the
   * image where the first key was pressed. Images that were selected before stay selected.
   */
  extend: (from: string, to: string, page: readonly string[]) => void;
};

/**
 * The selected images of all pages, as a store: a list of a hundred rows must not re-render for one checkbox. Each `scope` (event
 * and filters) has its own selection, so that no action applies to images that the filter hides.
 */
export function useSelection(scope: string): Selection {
  const [current, setCurrent] = useState(() => ({ scope, selection: createSelection() }));
  if (current.scope === scope) return current.selection;
  const other = { scope, selection: createSelection() };
  setCurrent(other);
  return other.selection;
}

export function createSelection(): Selection {
  const sids = createStore<Sids>(new Set());
  let lastClicked: string | null = null;
  /** The range of the last key, to continue it. `selected` shows whether the selection was changed in another way since. */
  let range: { anchor: string; end: string; before: Sids; selected: Sids } | null = null;
  const toggle: Selection["toggle"] = (toggled, isOn) => {
    const next = new Set(sids.get());
    for (const sid of toggled) {
      if (isOn) next.add(sid);
      else next.delete(sid);
    }
    sids.set(next);
  };
  return {
    sids,
    select: (selected) => sids.set(new Set(selected)),
    toggle,
    click: (sid, isOn, page, isRange) => {
      const from = isRange && lastClicked !== null ? page.indexOf(lastClicked) : -1;
      const to = page.indexOf(sid);
      toggle(from < 0 ? [sid] : page.slice(Math.min(from, to), Math.max(from, to) + 1), isOn);
      lastClicked = sid;
    },
    extend: (from, to, page) => {
      const continued = range?.end === from && range.selected === sids.get() ? range : null;
      // The image of the first key may have left the list since.
      const isShown = continued !== null && page.includes(continued.anchor);
      const { anchor, before } = isShown ? continued : { anchor: from, before: sids.get() };
      const [start, end] = [page.indexOf(anchor), page.indexOf(to)];
      const selected = new Set([...before, ...page.slice(Math.min(start, end), Math.max(start, end) + 1)]);
      sids.set(selected);
      range = { anchor, end: to, before, selected };
      lastClicked = to;
    },
  };
}
