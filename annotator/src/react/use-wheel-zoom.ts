import { type RefObject, useEffect } from "react";
import { zoomAt } from "../viewport.ts";
import type { ViewportControl } from "./use-viewport.ts";

/** Height of a line for wheel events in lines (Firefox), CSS pixels. */
const LINE_PX = 16;

/**
 * Zooms at the cursor with the wheel or a touchpad pinch. React's wheel listeners are passive, so they could not
 * prevent the page from scrolling or zooming.
 */
export function useWheelZoom(windowRef: RefObject<HTMLElement | null>, control: ViewportControl): void {
  useEffect(() => {
    const element = windowRef.current;
    if (!element) return undefined;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const deltaPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      // A wheel notch is 100–120 pixels. A touchpad pinch arrives as many small wheel events with Ctrl set.
      const factor = Math.exp(-deltaPx * (event.ctrlKey ? 0.01 : 0.0015));
      control.change((now, photo, view) => zoomAt(now, at, factor, photo, view));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [windowRef, control]);
}
