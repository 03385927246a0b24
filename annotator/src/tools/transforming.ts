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

/**
 * A box is being moved, resized or rotated. The new box is shown as a draft and becomes an edit when the pointer is
 * released.
 */
export function transforming(state: ToolState, mode: Transforming, event: ToolEvent, context: ToolContext): Step {
  if (event.type === "down") return startPinch(state, mode.pointer, event) ?? stay(state);
  if (event.type === "escape") return go(state, IDLE);
  if (!("id" in event) || event.id !== mode.pointer.id) return stay(state);
  // Another user may have discarded or moved the result, or frozen the detection: the gesture would overwrite their edit.
  const now = context.canEdit ? context.boxes.find(({ index }) => index === mode.box.index) : undefined;
  const isGone = now === undefined || !sameRect(now.rect, mode.box.rect);
  if (event.type === "canceled" || isGone) return go(state, IDLE);
  if (event.type === "move" && !event.isButtonDown) return go(state, IDLE);
  const rect = transformedRect(mode, event.at, event.isCoarse, context);
  if (event.type === "move") return go(state, { ...mode, pointer: { ...mode.pointer, at: event.at }, rect });
  return sameRect(rect, mode.box.rect)
    ? go(state, IDLE)
    : go(state, IDLE, { type: "change", index: mode.box.index, rect });
}

/** The box for the pointer at `at`, always computed from the box at the start of the gesture. */
function transformedRect(
  { from, handle, box }: Transforming,
  at: Point,
  isCoarse: boolean,
  context: ToolContext,
): Rect {
  const { photo, viewport } = context;
  const point = toPhoto(viewport, at);
  const by = { x: point.x - from.x, y: point.y - from.y };
  switch (handle.kind) {
    case "body":
      return moveRect(box.rect, by, photo, box.label);
    case "handle":
      return resizeRect(box.rect, handle.handle, by, photo, box.label);
    case "rotation":
    default: {
      const center = rectCenter(box.rect);
      const angle = (box.rect.angle ?? 0) + bearing(center, point) - bearing(center, from);
      return rectAtAngle(box.rect, snapAngle(angle, isCoarse), photo, box.label);
    }
  }
}
