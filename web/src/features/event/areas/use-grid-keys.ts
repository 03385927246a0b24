import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { nextTile } from "./next-tile.ts";

type Options = {
  list: RefObject<HTMLElement | null>;
  firstSid: string | undefined;
  openSid: string | null;
  /** Shows the next or previous page; false at the last one. */
  onChangePage: (by: 1 | -1) => boolean;
  onClose: () => void;
};

/** The keys of the area grid: arrows, Home and End move the focus, Page Up and Down change the page, Escape closes an area. */
export function useGridKeys({ list, firstSid, openSid, onChangePage, onClose }: Options) {
  const isChangingPage = useRef(false);
  useEffect(() => {
    // The focused tile was removed with its page.
    if (isChangingPage.current) list.current?.querySelector<HTMLElement>(`[data-sid="${firstSid}"]`)?.focus();
    isChangingPage.current = false;
  }, [list, firstSid]);
  return (event: KeyboardEvent): void => {
    if (event.key === "Escape" && openSid !== null) {
      event.stopPropagation();
      onClose();
      return;
    }
    // Controls inside the open card handle their own keys.
    const tile = event.target instanceof HTMLElement ? event.target : null;
    if (tile?.dataset["sid"] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      isChangingPage.current = onChangePage(event.key === "PageDown" ? 1 : -1);
      return;
    }
    const next = nextTile(event.key, tile, tilesOf(list.current));
    if (next === null) return;
    event.preventDefault();
    next.focus();
  };
}

export const tilesOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-sid]") ?? []),
];
