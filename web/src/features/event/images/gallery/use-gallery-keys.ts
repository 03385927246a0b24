import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { Selection } from "../use-selection.ts";
import { moveTile } from "./gallery-layout.ts";

type Given = {
  list: RefObject<HTMLElement | null>;
  active: number;
  setActive: (index: number) => void;
  grid: { count: number; columns: number; pageRows: number };
  sidAt: (index: number) => string | undefined;
  selection: Selection;
  onSelectAll: () => void;
};

/**
 * The keys of the gallery: arrows move, with Shift they select; Space selects, Ctrl+A selects all, Escape clears the selection. Enter
 * opens the photo, because the focus is on its link.
 */
export function useGalleryKeys({ list, active, setActive, grid, sidAt, selection, onSelectAll }: Given) {
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${active}"] [data-tile-link]`);
    link?.focus({ preventScroll: true });
    link?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [list, active]);

  const isSelected = (index: number): boolean => selection.sids.get().has(sidAt(index) ?? "");
  const toggle = (index: number): void => {
    const sid = sidAt(index);
    if (sid !== undefined) selection.click(sid, !isSelected(index), [], false);
  };
  const extend = (to: number): void => {
    const [start, end] = [sidAt(active), sidAt(to)];
    if (start !== undefined && end !== undefined) selection.extend(start, end, []);
  };
  const move = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const to = moveTile(active, key, grid);
    if (to === null) return false;
    if (shiftKey) extend(to);
    isMoving.current = to !== active;
    setActive(to);
    return true;
  };
  const act = ({ key }: KeyboardEvent): boolean => {
    if (key === " ") toggle(active);
    else if (key === "Escape") selection.select([]);
    else return false;
    return true;
  };
  return (event: KeyboardEvent): void => {
    // Checkboxes and menus inside a tile handle their own keys.
    const isOnTile = event.target instanceof Element && event.target.matches("[data-tile-link]");
    if (!isOnTile || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isSelectAll = isControl && event.key.toLowerCase() === "a";
    if (isSelectAll) onSelectAll();
    if (isSelectAll || (!isControl && (move(event) || act(event)))) event.preventDefault();
  };
}
