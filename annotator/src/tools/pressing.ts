import type { Point } from "@precount/domain";
import { toPhoto } from "../viewport.ts";
import { startPinch } from "./pinching.ts";
import { transforming } from "./transforming.ts";
import {
  IDLE,
  type Mode,
  type Pointer,
  type Step,
  type ToolContext,
  type ToolEvent,
  type ToolState,
  go,
  stay,
} from "./state.ts";

/**
 * A pointer that moves less than this between down and up is a click, CSS pixels. A finger is less steady than a
 * mouse.
 */
const CLICK_PX = 4;
const TOUCH_CLICK_PX = 10;

export const isClick = (from: Point, { isTouch }: Pointer, at: Point): boolean =>
  Math.hypot(at.x - from.x, at.y - from.y) < (isTouch ? TOUCH_CLICK_PX : CLICK_PX);

/** A pointer is down and has not moved. A click selects; a drag moves the selected box or pans the photo. */
export function pressing(
  state: ToolState,
  mode: Extract<Mode, { name: "pressing" }>,
  event: ToolEvent,
  context: ToolContext,
): Step {
  const { pointer, from, under, draggedBox } = mode;
  if (event.type === "down") return startPinch(state, pointer, event) ?? stay(state);
  if (event.type === "escape") return go(state, IDLE);
  if (!("id" in event) || event.id !== pointer.id) return stay(state);
  switch (event.type) {
    case "move": {
      if (!event.isButtonDown) return go(state, IDLE);
      if (isClick(from, pointer, event.at)) return stay(state);
      if (draggedBox === null) {
        const by = { x: event.at.x - from.x, y: event.at.y - from.y };
        return go(state, { name: "panning", pointer: { ...pointer, at: event.at } }, { type: "pan", by });
      }
      return transforming(
        state,
        {
          name: "transforming",
          pointer,
          from: toPhoto(context.viewport, from),
          handle: { kind: "body" },
          box: draggedBox,
          rect: draggedBox.rect,
        },
        event,
        context,
      );
    }
    case "up":
      return go(state, IDLE, { type: "select", index: under.kind === "box" ? under.index : null });
    case "canceled":
    default:
      return go(state, IDLE);
  }
}
