import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";
import type { Selection } from "./use-selection.ts";
import { type WallLayout, indexAt } from "./wall-layout.ts";

/** Nearer to the edge than this, a drag scrolls. CSS pixels. */
const EDGE_PX = 32;
const SCROLL_PX = 24;

type Given = {
  scroller: RefObject<HTMLElement | null>;
  layout: WallLayout;
  selection: Selection;
  onOpen: (index: number) => void;
};

const cellIndex = (target: EventTarget): number | null => {
  const cell = target instanceof Element ? target.closest("[data-index]") : null;
  return cell === null ? null : Number(cell.getAttribute("data-index"));
};

/** Selection by mouse and touch: a click selects or deselects, Shift selects up to a crop, a drag of the mouse selects what it passes. */
export function useDragSelection({ scroller, layout, selection, onOpen }: Given) {
  const pressed = useRef<{ index: number; isDrag: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent): void => {
      const index = cellIndex(event.target);
      // A finger scrolls.
      const isMouse = event.pointerType === "mouse" && event.button === 0;
      pressed.current = isMouse && index !== null ? { index, isDrag: false } : null;
    },
    onPointerMove: (event: PointerEvent): void => {
      const { current: element } = scroller;
      const press = pressed.current;
      if (!press || !element || event.buttons !== 1) return;
      const box = element.getBoundingClientRect();
      const y = event.clientY - box.top;
      if (press.isDrag && y < EDGE_PX) element.scrollBy(0, -SCROLL_PX);
      if (press.isDrag && y > box.height - EDGE_PX) element.scrollBy(0, SCROLL_PX);
      const index = indexAt(layout, event.clientX - box.left, y + element.scrollTop);
      if (index === null || (!press.isDrag && index === press.index)) return;
      if (!press.isDrag) {
        element.setPointerCapture(event.pointerId);
        selection.moveTo(press.index);
        press.isDrag = true;
      }
      selection.extendTo(index);
    },
    onClick: (event: MouseEvent): void => {
      const index = cellIndex(event.target);
      const wasDrag = pressed.current?.isDrag === true;
      pressed.current = null;
      if (index === null || wasDrag) return;
      if (event.shiftKey) selection.extendTo(index);
      else selection.toggle(index);
    },
    onDoubleClick: (event: MouseEvent): void => {
      const index = cellIndex(event.target);
      if (index !== null) onOpen(index);
    },
  };
}
