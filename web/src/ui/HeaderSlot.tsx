import { type ReactNode, type ReactPortal, useEffect, useState } from "react";
import { createPortal } from "react-dom";

export const HEADER_SLOT_ID = "header-slot";

/** What a screen puts into the bar above, beside the breadcrumbs: one thin bar instead of two. */
export function HeaderSlot({ children }: { children: ReactNode }): ReactPortal | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(HEADER_SLOT_ID)), []);
  return slot && createPortal(children, slot);
}
