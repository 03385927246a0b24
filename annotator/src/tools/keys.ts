import type { ToolEvent } from "./state.ts";

/** What a key does with the photo; `zoom` by a factor, or to a place. */
export type KeyAct = { tool: ToolEvent } | { zoom: number | "fit" | "one" } | { discards: true };
type Press = { key: string; isCoarse: boolean };

const COARSE = 10;
/** Notches of the zoom keys and buttons. */
export const ZOOM_STEP = 1.25;

const nudge = (x: number, y: number, turn: number, isCoarse: boolean): KeyAct => {
  const far = isCoarse ? COARSE : 1;
  return { tool: { type: "nudge", by: { x: x * far, y: y * far }, turn: turn * far } };
};

/** Anywhere but in a field: one key for each frequent act, as the tooltips say. */
const ANYWHERE: Readonly<Record<string, KeyAct>> = {
  v: { tool: { type: "tool", tool: "select" } },
  s: { tool: { type: "tool", tool: "sticker" } },
  h: { tool: { type: "tool", tool: "shelf" } },
  Escape: { tool: { type: "escape" } },
  "+": { zoom: ZOOM_STEP },
  "=": { zoom: ZOOM_STEP },
  "-": { zoom: 1 / ZOOM_STEP },
  "0": { zoom: "fit" },
  "1": { zoom: "one" },
};

/** Only while no other control has the focus, which may want them itself. By a pixel, with Ctrl by ten. */
const ON_PHOTO: Readonly<Record<string, (isCoarse: boolean) => KeyAct>> = {
  ArrowLeft: (isCoarse) => nudge(-1, 0, 0, isCoarse),
  ArrowRight: (isCoarse) => nudge(1, 0, 0, isCoarse),
  ArrowUp: (isCoarse) => nudge(0, -1, 0, isCoarse),
  ArrowDown: (isCoarse) => nudge(0, 1, 0, isCoarse),
  "[": (isCoarse) => nudge(0, 0, -1, isCoarse),
  "]": (isCoarse) => nudge(0, 0, 1, isCoarse),
  Enter: () => ({ tool: { type: "enter" } }),
  Delete: () => ({ discards: true }),
  Backspace: () => ({ discards: true }),
};

/** The act of a key, if it has one here. @param isOnPhoto whether no control outside the photo has the focus */
export function actOf({ key, isCoarse }: Press, isOnPhoto: boolean): KeyAct | null {
  const onPhoto = isOnPhoto ? ON_PHOTO[key]?.(isCoarse) : undefined;
  if (onPhoto) return onPhoto;
  return isCoarse ? null : (ANYWHERE[key.length === 1 ? key.toLowerCase() : key] ?? null);
}

/** Whether letting a key go ends a run of nudges. */
export const isNudgeKey = (key: string): boolean => key.startsWith("Arrow") || key === "[" || key === "]";
