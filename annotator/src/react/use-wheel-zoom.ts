import { type RefObject, useEffect } from "react";
import { zoomAt } from "../viewport.ts";
import type { ViewportControl } from "./use-viewport.ts";

/** Of a wheel that counts in lines, as Firefox's does; CSS pixels. */
const LINE_PX = 16;

/**
 * Zooms to the cursor with the wheel, and with a pinch on a touchpad. React's wheel listeners are passive and
 * could not keep the page from scrolling or zooming.
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
      // A notch of a wheel is 100–120; a pinch on a touchpad comes as many small ones with Ctrl.
      const factor = Math.exp(-deltaPx * (event.ctrlKey ? 0.01 : 0.0015));
      control.change((now, photo, view) => zoomAt(now, at, factor, photo, view));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [windowRef, control]);
}
