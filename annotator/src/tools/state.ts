import {
  type Handle,
  type Label,
  type Point,
  type Rect,
  type ResultStatus,
  type Size,
  resultCan,
} from "@precount/domain";
import type { Viewport } from "../viewport.ts";

/** What a press on the photo means: take hold of what is there, or draw a box of that label. */
export type Tool = "select" | Label;

/** A label as the tools know it. */
export type ToolBox = { index: number; label: Label; rect: Rect; status: ResultStatus };

/** What the tools look at and never change. */
export type ToolContext = {
  photo: Size;
  view: Size;
  viewport: Viewport;
  /** Those that are shown. */
  boxes: readonly ToolBox[];
  selected: number | null;
  /** Whether domain's rules let the detection be edited. */
  canEdit: boolean;
};

/** A mouse button, pen or finger that is down. `at` is in the window, CSS pixels. */
export type Pointer = { id: number; at: Point; isTouch: boolean };

/** What lies under a pointer. */
export type Hit =
  | { kind: "handle"; handle: Handle }
  | { kind: "rotation" }
  | { kind: "box"; index: number }
  | { kind: "photo" };

/** By what a box is held: itself, one of its handles, or the knob that turns it. */
type TransformHandle = { kind: "body" } | { kind: "handle"; handle: Handle } | { kind: "rotation" };

/** The states. Each but idle holds all it needs to go on and to go back. */
export type Mode =
  | { name: "idle"; hover: Hit | null }
  /** Down and not yet moved: it may become a click, a drag of a box or of the photo. `from` is in the window. */
  | { name: "pressing"; pointer: Pointer; from: Point; under: Hit; draggedBox: ToolBox | null }
  | { name: "panning"; pointer: Pointer }
  | { name: "pinching"; fingers: readonly [Pointer, Pointer] }
  /** `from` is in the photo, so that zooming meanwhile does no harm; `pressedAt` is in the window. */
  | { name: "drawing"; pointer: Pointer; label: Label; from: Point; pressedAt: Point; rect: Rect | null }
  /** A box in the hand: moved, or pulled by a handle, or turned by the knob. `from` is in the photo. */
  | { name: "transforming"; pointer: Pointer; from: Point; handle: TransformHandle; box: ToolBox; rect: Rect }
  /** Arrow keys are held; what they did is one edit when they are let go. */
  | { name: "nudging"; box: ToolBox; rect: Rect };

export type ToolState = { tool: Tool; mode: Mode };

export type ToolEvent =
  /** `pans`: with the middle button or the space bar, whatever the tool. */
  | { type: "down"; pointer: Pointer; pans: boolean }
  /** `isHeld` is false when no button is down any more: its release was lost. */
  | { type: "move"; id: number; at: Point; isButtonDown: boolean; isCoarse: boolean }
  | { type: "up"; id: number; at: Point; isCoarse: boolean }
  /** The pointer was taken away by the system. */
  | { type: "canceled"; id: number }
  | { type: "leave" }
  | { type: "escape" }
  | { type: "tool"; tool: Tool }
  /** While drawing: a box of the standard size at the standard place. Else to what the chosen label reads. */
  | { type: "enter" }
  /** By pixels of the photo, or by degrees. */
  | { type: "nudge"; by: Point; rotation: number }
  | { type: "release" };

/** What is to be done outside. One gesture gives at most one `add` or `change`, at its end. */
export type ToolEffect =
  | { type: "select"; index: number | null }
  /** Somebody wants to type what the chosen label reads, or without one whatever there is to type. */
  | { type: "open"; index: number | null }
  | { type: "add"; label: Label; rect: Rect | null }
  | { type: "change"; index: number; rect: Rect }
  | { type: "pan"; by: Point }
  | { type: "pinch"; from: readonly [Point, Point]; to: readonly [Point, Point] };

export type Step = { state: ToolState; effects: readonly ToolEffect[] };

export const IDLE: Mode = { name: "idle", hover: null };
export const INITIAL_STATE: ToolState = { tool: "select", mode: IDLE };

export const stay = (state: ToolState): Step => ({ state, effects: [] });
export const go = (state: ToolState, mode: Mode, ...effects: ToolEffect[]): Step => ({
  state: { ...state, mode },
  effects,
});

/** The chosen label, if it may be changed; null otherwise. */
export function selectedEditableBox({ boxes, selected, canEdit }: ToolContext): ToolBox | null {
  const box = canEdit ? boxes.find(({ index }) => index === selected) : undefined;
  return box !== undefined && resultCan.edit({ discarded: box.status === "discarded" }).ok ? box : null;
}

/** What the photo shows instead of a label's box, or besides them, while a gesture lasts. */
export function draftBox({ mode }: ToolState): { index: number | null; label: Label; rect: Rect } | null {
  if (mode.name === "drawing") return mode.rect && { index: null, label: mode.label, rect: mode.rect };
  if (mode.name !== "transforming" && mode.name !== "nudging") return null;
  return { index: mode.box.index, label: mode.box.label, rect: mode.rect };
}
