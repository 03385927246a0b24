import type { ToolEvent } from "./state.ts";

/**
 * Everything a user can do with the photo without a pointer, by name. The application assigns the keys, so that it
 * has one table for all of its keys.
 */
export type ToolAction =
  /** Sends an event; `coarse` is sent with Shift. An action with `isHeld` lasts until the key is released. */
  | { event: ToolEvent; coarse?: ToolEvent; isHeld?: true }
  /** Zooms by a factor, fits the photo, or shows one photo pixel per CSS pixel. */
  | { zoom: number | "fit" | "one" }
  /** Makes every drag pan the photo until the key is released. */
  | { pans: true };

/** Factor of one step of the zoom keys and buttons. */
export const ZOOM_STEP = 1.25;
/** Coarse steps are this many times larger; photo pixels, degrees. */
const COARSE_FACTOR = 10;

const nudge = (x: number, y: number, rotation = 0): ToolAction => {
  const times = (factor: number): ToolEvent => ({
    type: "nudge",
    by: { x: x * factor, y: y * factor },
    rotation: rotation * factor,
  });
  return { event: times(1), coarse: times(COARSE_FACTOR), isHeld: true };
};

export const TOOL_ACTIONS = {
  "tool.select": { event: { type: "tool", tool: "select" } },
  "tool.sticker": { event: { type: "tool", tool: "sticker" } },
  "tool.shelf": { event: { type: "tool", tool: "shelf" } },
  "tool.enter": { event: { type: "enter" } },
  "tool.back": { event: { type: "escape" } },
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
export const TOOL_ACTION_IDS = Object.keys(TOOL_ACTIONS) as readonly ToolActionId[]; // the keys of a const object
