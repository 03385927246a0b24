import type { WallItem } from "./wall-items.ts";

type Given = {
  isRunning: boolean;
  clear: () => void;
  markSeen: (items: readonly WallItem[]) => void;
  addWrong: (items: readonly WallItem[]) => void;
  discard: (items: readonly WallItem[]) => void;
  retype: () => void;
};
export type CropActions = { seen: () => void; wrong: () => void; discard: () => void; retype: () => void };

/** The actions of buttons and keys: on the selected crops, or on the active one while nothing is selected. */
export function cropActions(selected: readonly WallItem[], active: WallItem | undefined, given: Given): CropActions {
  const chosen = selected.length > 0 || !active ? selected : [active];
  const withChosen = (act: (items: readonly WallItem[]) => void) => (): void => {
    if (chosen.length === 0 || given.isRunning) return;
    act(chosen);
    given.clear();
  };
  return {
    seen: withChosen(given.markSeen),
    wrong: withChosen(given.addWrong),
    discard: withChosen(given.discard),
    retype: given.retype,
  };
}

const KEYS: Readonly<Record<string, keyof CropActions>> = { l: "seen", w: "wrong", r: "retype", delete: "discard" };

/** Runs the action of a key; false for other keys. */
export function runKey(actions: CropActions, key: string): boolean {
  const name = KEYS[key.toLowerCase()];
  if (name !== undefined) actions[name]();
  return name !== undefined;
}
