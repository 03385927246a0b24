import type { ToolEvent } from "./state.ts";

/**
 * What one can do with the photo without a pointer, by name. Which keys do it is the program's business, not the photo's:
 * it has one table for all of its keys.
 */
export type ToolAction =
  /** `more` is what it is with more of the same; a `held` one lasts until the key is let go. */
  | { tool: ToolEvent; more?: ToolEvent; held?: true }
  /** By a factor, or to a place. */
  | { zoom: number | "fit" | "one" }
  /** Until it is let go any drag moves the photo. */
  | { pans: true };

/** Notches of the zoom keys and buttons. */
export const ZOOM_STEP = 1.25;
/** Of a nudge with more of the same; pixels of the photo, degrees. */
const COARSE_FACTOR = 10;

const nudge = (x: number, y: number, turn = 0): ToolAction => {
  const by = (far: number): ToolEvent => ({ type: "nudge", by: { x: x * far, y: y * far }, rotation: turn * far });
  return { tool: by(1), more: by(COARSE_FACTOR), held: true };
};

export const TOOL_ACTIONS = {
  "tool.select": { tool: { type: "tool", tool: "select" } },
  "tool.sticker": { tool: { type: "tool", tool: "sticker" } },
  "tool.shelf": { tool: { type: "tool", tool: "shelf" } },
  "tool.enter": { tool: { type: "enter" } },
  "tool.back": { tool: { type: "escape" } },
  "nudge.left": nudge(-1, 0),
  "nudge.right": nudge(1, 0),
  "nudge.up": nudge(0, -1),
  "nudge.down": nudge(0, 1),
  "turn.left": nudge(0, 0, -1),
  "turn.right": nudge(0, 0, 1),
  "zoom.in": { zoom: ZOOM_STEP },
  "zoom.out": { zoom: 1 / ZOOM_STEP },
  "zoom.fit": { zoom: "fit" },
  "zoom.one": { zoom: "one" },
  "photo.pan": { pans: true },
} as const satisfies Readonly<Record<string, ToolAction>>;

export type ToolActionId = keyof typeof TOOL_ACTIONS;
export const TOOL_ACTION_IDS = Object.keys(TOOL_ACTIONS) as readonly ToolActionId[]; // the table's own keys
