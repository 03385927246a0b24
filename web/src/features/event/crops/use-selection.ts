import { useState } from "react";
import type { WallItem } from "./wall-items.ts";

export type Selection = {
  selected: ReadonlySet<string>;
  /** Index of the crop that keys are about. */
  active: number;
  /** Moves to a crop without selecting it. */
  moveTo: (index: number) => void;
  toggle: (index: number) => void;
  /** Selects everything between the last toggled crop and this one, besides what was selected before that. */
  extendTo: (index: number) => void;
  /** Selects these crops in addition. */
  add: (from: number, to: number) => void;
  clear: () => void;
};

type State = { base: ReadonlySet<string>; range: readonly [from: string, to: string] | null; active: string | null };
const NOTHING: State = { base: new Set(), range: null, active: null };

/** The selected crops. They are remembered by id: a crop that moves stays selected, and one that disappears is not. */
export function useSelection(items: readonly WallItem[], initial: string | null): Selection {
  const [state, setState] = useState<State>({ ...NOTHING, active: initial });
  const indexes = indexesOf(items);
  const active = indexes.get(state.active ?? "") ?? 0;
  const idAt = (index: number): string => items[index]?.id ?? "";
  const idsOf = (now: State): Set<string> => selectedIds(now, items, indexes);
  // Functions of the state, because a drag calls two of them in one event.
  return {
    selected: idsOf(state),
    active,
    moveTo: (index) => setState((now) => ({ base: idsOf(now), range: null, active: idAt(index) })),
    toggle: (index) => setState((now) => toggled(idsOf(now), idAt(index))),
    extendTo: (index) =>
      setState((now) => {
        const anchor = now.range?.[0] ?? now.active ?? idAt(0);
        return { base: now.base, range: [anchor, idAt(index)], active: idAt(index) };
      }),
    add: (from, to) =>
      setState((now) => {
        const added = items.slice(from, to).map(({ id }) => id);
        return { base: new Set([...idsOf(now), ...added]), range: null, active: idAt(from) };
      }),
    clear: () => setState((now) => ({ ...NOTHING, active: now.active })),
  };
}

function toggled(selected: Set<string>, id: string): State {
  if (!selected.delete(id)) selected.add(id);
  return { base: selected, range: null, active: id };
}

const known = new WeakMap<readonly WallItem[], Map<string, number>>();

function indexesOf(items: readonly WallItem[]): Map<string, number> {
  const indexes = known.get(items) ?? new Map(items.map(({ id }, index) => [id, index]));
  known.set(items, indexes);
  return indexes;
}

function selectedIds({ base, range }: State, items: readonly WallItem[], indexes: Map<string, number>): Set<string> {
  const selected = new Set([...base].filter((id) => indexes.has(id)));
  const [a, b] = (range ?? []).map((id) => indexes.get(id));
  if (a !== undefined && b !== undefined) {
    for (let at = Math.min(a, b); at <= Math.max(a, b); at++) {
      const item = items[at];
      if (item) selected.add(item.id);
    }
  }
  return selected;
}
