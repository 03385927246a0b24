import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { chordAria, chordText } from "./chord.ts";
import type { Keymap } from "./keymap.ts";
import type { KeyHandler } from "./key-action.ts";

/** Handles these actions while mounted: from the first frame on, because a quick user presses a key as soon as a screen shows. */
export function useKeyHandlers<Id extends string>(keymap: Keymap<Id>, handlers: Partial<Record<Id, KeyHandler>>): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const ids = Object.keys(handlers).join("\n");
  useLayoutEffect(() => {
    // The ids that were joined above.
    const done = (ids === "" ? [] : (ids.split("\n") as Id[])).map((id) =>
      keymap.register(id, (pressed) => latest.current[id]?.(pressed)),
    );
    return () => {
      for (const undo of done) undo();
    };
  }, [keymap, ids]);
}

/** The keys of an action as text, '' without any. Updates when the user changes them. */
function useKeyText<Id extends string>(keymap: Keymap<Id>, id: Id): string {
  return useSyncExternalStore(keymap.subscribe, () =>
    keymap
      .keys(id)
      .map((chord) => chordText(chord))
      .join(", "),
  );
}

/** For `aria-keyshortcuts`. */
export function useKeyAria<Id extends string>(keymap: Keymap<Id>, id: Id): string | undefined {
  return useSyncExternalStore(keymap.subscribe, () => keymap.keys(id).map(chordAria).join(" ") || undefined);
}

/** A tooltip with the action's keys: 'Undo (Ctrl+Z)'. */
export function useKeyTooltip<Id extends string>(keymap: Keymap<Id>, id: Id, title: string): string {
  const keys = useKeyText(keymap, id);
  return keys === "" ? title : `${title} (${keys})`;
}
