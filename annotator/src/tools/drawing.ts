import { rectFromCorners, rectAround } from "@precount/domain";
import { toPhoto } from "../viewport.ts";
import { startPinch } from "./pinching.ts";
import { isClick } from "./pressing.ts";
import { IDLE, type Mode, type Step, type ToolContext, type ToolEvent, type ToolState, go, stay } from "./state.ts";

/**
 * Draws a box from the point of the press to the pointer. A click adds a box of the standard size around that point.
 */
export function drawing(
  state: ToolState,
  mode: Extract<Mode, { name: "drawing" }>,
  event: ToolEvent,
  { photo, viewport, canEdit }: ToolContext,
): Step {
  const { pointer, label, from, pressedAt } = mode;
  if (event.type === "down") return startPinch(state, pointer, event) ?? stay(state);
  if (event.type === "escape") return go(state, IDLE);
  if (!("id" in event) || event.id !== pointer.id) return stay(state);
  if (event.type === "canceled" || !canEdit) return go(state, IDLE);
  if (event.type === "move" && !event.isButtonDown) return go(state, IDLE);
  const isDrawn = mode.rect !== null || !isClick(pressedAt, pointer, event.at);
  const drawn = isDrawn ? rectFromCorners(from, toPhoto(viewport, event.at), photo, label) : null;
  if (event.type === "move") return go(state, { ...mode, pointer: { ...pointer, at: event.at }, rect: drawn });
  // Back to the select tool: the next step is to type the values of the new box.
  return {
    state: { tool: "select", mode: IDLE },
    effects: [{ type: "add", label, rect: drawn ?? rectAround(from, photo, label) }],
  };
}
