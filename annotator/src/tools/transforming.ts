import {
  type Point,
  type Rect,
  bearing,
  moveRect,
  rectCenter,
  resizeRect,
  sameRect,
  snapAngle,
  rectAtAngle,
} from "@precount/domain";
import { toPhoto } from "../viewport.ts";
import { IDLE, type Mode, type Step, type ToolContext, type ToolEvent, type ToolState, go, stay } from "./state.ts";
import { startPinch } from "./pinching.ts";

type Transforming = Extract<Mode, { name: "transforming" }>;

/** A box in the hand. It is shown as it would be, and becomes an edit only when it is let go. */
export function transforming(state: ToolState, mode: Transforming, event: ToolEvent, context: ToolContext): Step {
  if (event.type === "down") return startPinch(state, mode.pointer, event) ?? stay(state);
  if (event.type === "escape") return go(state, IDLE);
  if (!("id" in event) || event.id !== mode.pointer.id) return stay(state);
  // Meanwhile the label may have been taken away or frozen by somebody else: then there is nothing to change.
  const isGone = !context.canEdit || !context.boxes.some(({ index }) => index === mode.box.index);
  if (event.type === "canceled" || isGone) return go(state, IDLE);
  if (event.type === "move" && !event.isButtonDown) return go(state, IDLE);
  const rect = transformedRect(mode, event.at, event.isCoarse, context);
  if (event.type === "move") return go(state, { ...mode, pointer: { ...mode.pointer, at: event.at }, rect });
  return sameRect(rect, mode.box.rect)
    ? go(state, IDLE)
    : go(state, IDLE, { type: "change", index: mode.box.index, rect });
}

/** The box with the hand at `at`, always reckoned from the box as it was. */
function transformedRect(
  { from, handle, box }: Transforming,
  at: Point,
  isCoarse: boolean,
  context: ToolContext,
): Rect {
  const { photo, viewport } = context;
  const now = toPhoto(viewport, at);
  const by = { x: now.x - from.x, y: now.y - from.y };
  switch (handle.kind) {
    case "body":
      return moveRect(box.rect, by, photo, box.label);
    case "handle":
      return resizeRect(box.rect, handle.handle, by, photo, box.label);
    case "rotation":
    default: {
      const centre = rectCenter(box.rect);
      const turned = (box.rect.angle ?? 0) + bearing(centre, now) - bearing(centre, from);
      return rectAtAngle(box.rect, snapAngle(turned, isCoarse), box.label);
    }
  }
}
