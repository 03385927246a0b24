import type { DOMAttributes, PointerEvent } from "react";
import type { Point } from "../viewport.ts";
import type { Tools } from "./use-tools.ts";

type PointerHandlers = Pick<
  DOMAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onLostPointerCapture" | "onPointerLeave"
>;

/** Translates React's pointer events to events of the tools' state machine. */
export function pointerHandlersFor(tools: Tools): PointerHandlers {
  const cancel = ({ pointerId: id }: PointerEvent): void => tools.send({ type: "canceled", id });
  return {
    onPointerDown: (event) => {
      // Buttons: 0 is left, 1 is middle.
      if (event.button > 1) return;
      // Receive the pointer's moves outside the element too.
      event.currentTarget.setPointerCapture(event.pointerId);
      const { id, at } = pointerOf(event);
      const pans = event.button === 1 || tools.pans.current;
      tools.send({ type: "down", pointer: { id, at, isTouch: event.pointerType === "touch" }, pans });
    },
    onPointerMove: (event) => tools.send({ type: "move", ...pointerOf(event), isButtonDown: event.buttons !== 0 }),
    onPointerUp: (event) => tools.send({ type: "up", ...pointerOf(event) }),
    onPointerCancel: cancel,
    onLostPointerCapture: cancel,
    onPointerLeave: () => tools.send({ type: "leave" }),
  };
}

/** Pointer id, position in the window, and whether Shift is pressed. */
function pointerOf(event: PointerEvent<HTMLElement>): { id: number; at: Point; isCoarse: boolean } {
  const frame = event.currentTarget.getBoundingClientRect();
  const at = { x: event.clientX - frame.left, y: event.clientY - frame.top };
  return { id: event.pointerId, at, isCoarse: event.shiftKey };
}
