import { useEffect, useRef, useSyncExternalStore } from "react";
import { chordAria, chordText } from "./chord.ts";
import type { Keymap } from "./keymap.ts";
import type { KeyHandler } from "./table.ts";

/** While mounted, does these actions; undefined ones are somebody else's. */
export function useKeyHandlers<Id extends string>(keymap: Keymap<Id>, handlers: Partial<Record<Id, KeyHandler>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const ids = Object.keys(handlers).join("\n");
  useEffect(() => {
    // The names just joined: ids again.
    const done = (ids === "" ? [] : (ids.split("\n") as Id[])).map((id) =>
      keymap.register(id, (pressed) => latest.current[id]?.(pressed)),
    );
    return () => {
      for (const undo of done) undo();
    };
  }, [keymap, ids]);
}

/** The keys of an action in words, '' without any; follows what the person changes. */
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

/** 'Undo (Ctrl+Z)': what a tooltip says. */
export function useKeyHint<Id extends string>(keymap: Keymap<Id>, id: Id, words: string): string {
  const keys = useKeyText(keymap, id);
  return keys === "" ? words : `${words} (${keys})`;
}
