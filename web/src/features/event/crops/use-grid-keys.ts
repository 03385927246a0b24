import type { KeyboardEvent } from "react";
import type { Selection } from "./use-selection.ts";
import { type WallLayout, moveIndex, sectionOf } from "./wall-layout.ts";

type Given = {
  layout: WallLayout;
  selection: Selection;
  viewPx: number;
  show: (index: number) => void;
  /** Runs the action of a letter or of Delete; false for other keys. */
  onKey: (key: string) => boolean;
  onOpen: (index: number) => void;
};

/** The keys of the wall: arrows move, with Shift they select; Space selects, Enter opens, Escape clears. */
export function useGridKeys({ layout, selection, viewPx, show, onKey, onOpen }: Given) {
  const { active, moveTo, toggle, extendTo, add, clear } = selection;
  const move = (event: KeyboardEvent): boolean => {
    const to = moveIndex(layout, active, event.key, viewPx);
    if (to === null) return false;
    if (event.shiftKey) extendTo(to);
    else moveTo(to);
    show(to);
    return true;
  };
  const selectGroup = (): boolean => {
    const section = sectionOf(layout, active);
    if (section) add(section.from, section.from + section.count);
    return true;
  };
  const act = (event: KeyboardEvent): boolean => {
    if (event.key === " ") toggle(active);
    else if (event.key === "Enter") onOpen(active);
    else if (event.key === "Escape") clear();
    else return onKey(event.key);
    return true;
  };
  return (event: KeyboardEvent): void => {
    if (event.altKey || layout.count === 0) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isSelectAll = isControl && event.key.toLowerCase() === "a";
    const isDone = isSelectAll ? selectGroup() : !isControl && (move(event) || act(event));
    if (isDone) event.preventDefault();
  };
}
