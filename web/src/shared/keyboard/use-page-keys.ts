import { useEffect } from "react";
import { useStableCallback } from "../react/use-stable-callback.ts";
import { type Chord, chordsOf, pressedKeyOf, typesText } from "./chord.ts";

/** Elements that handle keys themselves. */
const OWN_KEYS_SELECTOR = "[role=dialog], [role=menu], [role=listbox]";
const TYPED_SELECTOR = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/**
 * Runs a page's action for its keys, for screens without a table of keys. Text fields keep the keys that they use, and a key that
 * another handler has used is left out.
 * @param chords the keys; a constant
 * @param action called with the place of the pressed key in `chords`
 */
export function usePageKeys(chords: readonly Chord[], action: (at: number) => void, isOn = true): void {
  const run = useStableCallback(action);
  useEffect(() => {
    if (!isOn) return undefined;
    const handle = (event: KeyboardEvent): void => {
      const { target } = event;
      const pressed = chordsOf(pressedKeyOf(event));
      const at = chords.findIndex((chord) => pressed.includes(chord));
      const chord = chords[at];
      if (chord === undefined || event.defaultPrevented) return;
      const isTyped = target instanceof Element && target.matches(TYPED_SELECTOR) && typesText(chord);
      const isElsewhere = target instanceof Element && target.closest(OWN_KEYS_SELECTOR) !== null;
      if (isTyped || isElsewhere) return;
      event.preventDefault();
      run(at);
    };
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [chords, run, isOn]);
}
