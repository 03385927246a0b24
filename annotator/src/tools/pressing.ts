import type { Point } from "@precount/domain";
import { toPhoto } from "../viewport.ts";
import { secondFinger } from "./pinching.ts";
import { shaping } from "./shaping.ts";
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

/** A pointer that moves less than this between down and up was a click, CSS pixels; a finger rolls a little. */
const CLICK_PX = 4;
const TAP_PX = 10;

export const isClick = (from: Point, { isTouch }: Pointer, at: Point): boolean =>
  Math.hypot(at.x - from.x, at.y - from.y) < (isTouch ? TAP_PX : CLICK_PX);

/** Down, not yet moved. A click chooses; a drag moves the chosen box, or the photo. */
export function pressing(
  state: ToolState,
  mode: Extract<Mode, { name: "pressing" }>,
  event: ToolEvent,
  context: ToolContext,
): Step {
  const { pointer, from, under, drags } = mode;
  if (event.type === "down") return secondFinger(state, pointer, event) ?? stay(state);
  if (event.type === "escape") return go(state, IDLE);
  if (!("id" in event) || event.id !== pointer.id) return stay(state);
  switch (event.type) {
    case "move": {
      if (!event.isHeld) return go(state, IDLE);
      if (isClick(from, pointer, event.at)) return stay(state);
      if (drags === null) {
        const by = { x: event.at.x - from.x, y: event.at.y - from.y };
        return go(state, { name: "panning", pointer: { ...pointer, at: event.at } }, { type: "pan", by });
      }
      return shaping(
        state,
        {
          name: "shaping",
          pointer,
          from: toPhoto(context.viewport, from),
          grip: { kind: "body" },
          box: drags,
          rect: drags.rect,
        },
        event,
        context,
      );
    }
    case "up":
      return go(state, IDLE, { type: "select", index: under.kind === "box" ? under.index : null });
    case "lost":
    default:
      return go(state, IDLE);
  }
}
