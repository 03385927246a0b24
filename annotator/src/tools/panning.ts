import { startPinch } from "./pinching.ts";
import { IDLE, type Mode, type Step, type ToolEvent, type ToolState, go, stay } from "./state.ts";

/** A drag moves the photo. Its end or cancellation needs no effect. */
export function panning(state: ToolState, mode: Extract<Mode, { name: "panning" }>, event: ToolEvent): Step {
  const { pointer } = mode;
  if (event.type === "down") return startPinch(state, pointer, event) ?? stay(state);
  if (!("id" in event) || event.id !== pointer.id) return stay(state);
  if (event.type !== "move" || !event.isButtonDown) return go(state, IDLE);
  const by = { x: event.at.x - pointer.at.x, y: event.at.y - pointer.at.y };
  return go(state, { name: "panning", pointer: { ...pointer, at: event.at } }, { type: "pan", by });
}
