import { type Point, moveRect, rectContains, rectAtAngle } from "@precount/domain";
import { toPhoto } from "../viewport.ts";
import { hitTest } from "./hit-test.ts";
import {
  type Hit,
  IDLE,
  type Mode,
  type Pointer,
  type Step,
  type ToolBox,
  type ToolContext,
  type ToolEvent,
  type ToolState,
  go,
  selectedEditableBox,
  stay,
} from "./state.ts";

/** No pointer is down. The effect of a press depends on the tool and on what is under the pointer. */
export function idle(
  state: ToolState,
  mode: Extract<Mode, { name: "idle" }>,
  event: ToolEvent,
  context: ToolContext,
): Step {
  switch (event.type) {
    case "down":
      return event.pans ? go(state, { name: "panning", pointer: event.pointer }) : press(state, event.pointer, context);
    case "move": {
      const hover = hitTest(event.at, false, context);
      return sameHit(hover, mode.hover) ? stay(state) : go(state, { name: "idle", hover });
    }
    case "leave":
      return mode.hover === null ? stay(state) : go(state, IDLE);
    case "tool":
      // The toolbar disables drawing on a frozen detection; a key must not bypass that.
      return event.tool === "select" || context.canEdit
        ? { state: { ...state, tool: event.tool }, effects: [] }
        : stay(state);
    case "escape":
      if (state.tool !== "select") return { state: { ...state, tool: "select" }, effects: [] };
      return context.selected === null ? stay(state) : go(state, mode, { type: "select", index: null });
    case "enter":
      return enter(state, mode, context);
    case "nudge":
      return nudge(state, selectedEditableBox(context), event, context);
    case "up":
    case "canceled":
    case "release":
    default:
      return stay(state);
  }
}

function enter(state: ToolState, mode: Mode, { selected, canEdit }: ToolContext): Step {
  if (state.tool === "select") return go(state, mode, { type: "open", index: selected });
  if (!canEdit) return stay(state);
  return { state: { tool: "select", mode }, effects: [{ type: "add", label: state.tool, rect: null }] };
}

function press(state: ToolState, pointer: Pointer, context: ToolContext): Step {
  const from = pointer.at;
  const point = toPhoto(context.viewport, from);
  if (state.tool !== "select" && context.canEdit) {
    return go(state, { name: "drawing", pointer, label: state.tool, from: point, pressedAt: from, rect: null });
  }
  const under = hitTest(from, pointer.isTouch, context);
  const box = selectedEditableBox(context);
  if (box && (under.kind === "handle" || under.kind === "rotation")) {
    return go(state, { name: "transforming", pointer, from: point, handle: under, box, rect: box.rect });
  }
  // Only a selected box can be dragged: a user who pans across sixty stickers must not move one by accident.
  const isOnSelected =
    box !== null && (rectContains(box.rect, point) || (under.kind === "box" && under.index === box.index));
  return go(state, { name: "pressing", pointer, from, under, draggedBox: isOnSelected ? box : null });
}

/** Starts or continues a run of arrow keys, which becomes one edit. */
export function nudge(
  state: ToolState,
  box: ToolBox | null,
  event: { by: Point; rotation: number },
  context: ToolContext,
): Step {
  // With no editable selection, the arrow keys pan the view.
  if (box === null) return pan(state, event.by, context);
  const { photo } = context;
  const before = state.mode.name === "nudging" ? state.mode.rect : box.rect;
  const moved = moveRect(before, event.by, photo, box.label);
  const rect = event.rotation === 0 ? moved : rectAtAngle(moved, (moved.angle ?? 0) + event.rotation, photo, box.label);
  return go(state, { name: "nudging", box, rect });
}

/** Distance of one arrow key, as a share of the window's smaller side. */
const PAN_SHARE = 0.06;

function pan(state: ToolState, by: Point, { view }: ToolContext): Step {
  const px = Math.min(view.width, view.height) * PAN_SHARE;
  if (by.x === 0 && by.y === 0) return stay(state);
  return go(state, state.mode, { type: "pan", by: { x: 0 - by.x * px, y: 0 - by.y * px } });
}

function sameHit(a: Hit, b: Hit | null): boolean {
  if (a.kind === "box" && b?.kind === "box") return a.index === b.index;
  if (a.kind === "handle" && b?.kind === "handle") return a.handle === b.handle;
  return a.kind === b?.kind;
}
