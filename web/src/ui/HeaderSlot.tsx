import { type ReactNode, type ReactPortal, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

export const HEADER_SLOT_ID = "header-slot";

/** What a screen puts into the bar above, beside the breadcrumbs: one thin bar instead of two. */
export function HeaderSlot({ children }: { children: ReactNode }): ReactPortal | null {
  // The bar is there before any screen is, and stays.
  const slot = useSyncExternalStore(neverChanges, () => document.getElementById(HEADER_SLOT_ID));
  return slot && createPortal(children, slot);
}

const neverChanges = (): (() => void) => () => undefined;
