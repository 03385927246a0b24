import { type ReactNode, type ReactPortal, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

export const HEADER_SLOT_ID = "header-slot";

/** Renders a screen's controls into the app header, beside the breadcrumbs, which saves a second bar. */
export function HeaderSlot({ children }: { children: ReactNode }): ReactPortal | null {
  // The header is mounted before any screen and never unmounts.
  const slot = useSyncExternalStore(neverChanges, () => document.getElementById(HEADER_SLOT_ID));
  return slot && createPortal(children, slot);
}

const neverChanges = (): (() => void) => () => undefined;
