import {
  type Handle,
  type ResultClass,
  type Point,
  type Rect,
  type ResultStatus,
  type Size,
  resultCan,
} from "@precount/domain";
import type { Viewport } from "../viewport.ts";

/** The active tool: select and edit boxes, or draw a box of that class. */
export type Tool = "select" | ResultClass;

/** A result's box as the tools see it. */
export type ToolBox = { index: number; label: ResultClass; rect: Rect; status: ResultStatus };

/** Read-only input of the state machine. */
export type ToolContext = {
  photo: Size;
  view: Size;
  viewport: Viewport;
  /** The visible boxes. */
  boxes: readonly ToolBox[];
  selected: number | null;
  /** Whether the rules in domain allow editing the detection. */
  canEdit: boolean;
};

/** A mouse button, pen or finger that is down. `at` is in the window, CSS pixels. */
export type Pointer = { id: number; at: Point; isTouch: boolean };

/** The part of the photo under the pointer. */
export type Hit =
  | { kind: "handle"; handle: Handle }
  | { kind: "rotation" }
  | { kind: "box"; index: number }
  | { kind: "photo" };

/** The part of a box that is dragged: the body moves it, a handle resizes it, `rotation` rotates it. */
type TransformHandle = { kind: "body" } | { kind: "handle"; handle: Handle } | { kind: "rotation" };

/** The states. Each state except idle holds everything it needs to continue or to cancel. */
export type Mode =
  | { name: "idle"; hover: Hit | null }
  /**
   * Pointer down, not moved yet: it may become a click, or a drag of a box or of the photo. `from` is in the window.
   */
  | { name: "pressing"; pointer: Pointer; from: Point; under: Hit; draggedBox: ToolBox | null }
  | { name: "panning"; pointer: Pointer }
  | { name: "pinching"; fingers: readonly [Pointer, Pointer] }
  /** `from` is in photo pixels, so that zooming during the gesture does not change it; `pressedAt` is in the window. */
  | { name: "drawing"; pointer: Pointer; label: ResultClass; from: Point; pressedAt: Point; rect: Rect | null }
  /** A box is being moved, resized or rotated. `from` is in photo pixels. */
  | { name: "transforming"; pointer: Pointer; from: Point; handle: TransformHandle; box: ToolBox; rect: Rect }
  /** Arrow keys are pressed; the run becomes one edit when they are released. */
  | { name: "nudging"; box: ToolBox; rect: Rect };

export type ToolState = { tool: Tool; mode: Mode };

export type ToolEvent =
  /** `pans`: pressed with the middle button or the space bar, which pans with any tool. */
  | { type: "down"; pointer: Pointer; pans: boolean }
  /** `isButtonDown` is false if no button is down any more, because the release event was lost. */
  | { type: "move"; id: number; at: Point; isButtonDown: boolean; isCoarse: boolean }
  | { type: "up"; id: number; at: Point; isCoarse: boolean }
  /** The browser canceled the pointer. */
  | { type: "canceled"; id: number }
  | { type: "leave" }
  | { type: "escape" }
  | { type: "tool"; tool: Tool }
  /**
   * With a drawing tool: add a box of the standard size and position. With the select tool: open the fields of the
   * selected result.
   */
  | { type: "enter" }
  /** Moves by photo pixels or rotates by degrees. */
  | { type: "nudge"; by: Point; rotation: number }
  | { type: "release" };

/** Effects for the caller to run. One gesture causes at most one `add` or `change`, at its end. */
export type ToolEffect =
  | { type: "select"; index: number | null }
  /** Open the fields of the selected result; null opens the first result in review order. */
  | { type: "open"; index: number | null }
  | { type: "add"; label: ResultClass; rect: Rect | null }
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

/** The selected box if it may be edited; else null. */
export function selectedEditableBox({ boxes, selected, canEdit }: ToolContext): ToolBox | null {
  const box = canEdit ? boxes.find(({ index }) => index === selected) : undefined;
  return box !== undefined && resultCan.edit({ discarded: box.status === "discarded" }).ok ? box : null;
}

/** The box to draw during a gesture: it replaces box `index`, or is an additional box when `index` is null. */
export function draftBox({ mode }: ToolState): { index: number | null; label: ResultClass; rect: Rect } | null {
  if (mode.name === "drawing") return mode.rect && { index: null, label: mode.label, rect: mode.rect };
  if (mode.name !== "transforming" && mode.name !== "nudging") return null;
  return { index: mode.box.index, label: mode.box.label, rect: mode.rect };
}
