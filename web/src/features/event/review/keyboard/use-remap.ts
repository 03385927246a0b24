import { useEffect, useState, useSyncExternalStore } from "react";
import {
  type KeyOverrides,
  conflictingAction,
  reservedReason,
  withoutOverride,
  withSwappedKeys,
  withKey,
} from "../../../../shared/keyboard/bindings.ts";
import { type Chord, chordText, chordsOf, pressedKeyOf } from "../../../../shared/keyboard/chord.ts";
import type { ReviewKey } from "./key-table.ts";
import { reviewKeys } from "./review-keys.ts";

/** The key that is being changed. `old`: the key to replace; null to add one. */
export type Remapping = {
  id: ReviewKey;
  old: Chord | null;
  /** Waiting for a key; the key is reserved; another action has the key. */
  state: { step: "asking" } | { step: "refused"; reason: string } | { step: "taken"; chord: Chord; holder: ReviewKey };
};

export type Remap = {
  overrides: KeyOverrides;
  current: Remapping | null;
  ask: (id: ReviewKey, old: Chord | null) => void;
  cancel: () => void;
  /** Gives the key to this action, and its old key to the other action where possible. */
  swap: () => void;
  /** Restores the default keys of one action, or of all. */
  reset: (id?: ReviewKey) => void;
};

/** Changing keys: the user clicks a key and then presses the new one. */
export function useRemap(): Remap {
  const overrides = useSyncExternalStore(reviewKeys.subscribe, () => reviewKeys.overrides);
  const [current, setCurrent] = useState<Remapping | null>(null);
  const isAsking = current !== null && current.state.step !== "taken";
  const id = current?.id;
  const old = current?.old ?? null;
  useEffect(() => {
    if (!isAsking || id === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      // Before other listeners: Escape would close the sheet, and Enter would press the button again.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") return setCurrent(null);
      const [chord] = chordsOf(pressedKeyOf(event));
      if (chord === undefined) return;
      const reason = reservedReason(chord);
      if (reason !== null) return setCurrent({ id, old, state: { step: "refused", reason } });
      const holder = conflictingAction(reviewKeys.table, reviewKeys.overrides, id, chord);
      if (holder !== null) return setCurrent({ id, old, state: { step: "taken", chord, holder } });
      reviewKeys.change(withKey(reviewKeys.table, reviewKeys.overrides, id, old, chord));
      setCurrent(null);
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [isAsking, id, old]);
  return {
    overrides,
    current,
    ask: (action, key) => setCurrent({ id: action, old: key, state: { step: "asking" } }),
    cancel: () => setCurrent(null),
    swap: () => {
      if (current?.state.step !== "taken") return;
      const { chord, holder } = current.state;
      reviewKeys.change(
        withSwappedKeys(reviewKeys.table, overrides, { id: current.id, old: current.old, chord, holder }),
      );
      setCurrent(null);
    },
    reset: (action) => reviewKeys.change(withoutOverride(overrides, action)),
  };
}

/** The text below the action in the sheet. */
export function remappingText({ id, state }: Remapping): string {
  switch (state.step) {
    case "asking":
      return "Press the new key, or Esc to cancel.";
    case "refused":
      return `${state.reason} Press another one, or Esc.`;
    case "taken":
    default: {
      const { fixedReason, title } = reviewKeys.table[state.holder];
      const taken = `${chordText(state.chord)} is '${title}'.`;
      return fixedReason === undefined
        ? `${taken} Give it to '${reviewKeys.table[id].title}' instead?`
        : `${taken} ${fixedReason}`;
    }
  }
}

/** Whether the key may be taken from the other action. */
export const canSwap = ({ state }: Remapping): boolean =>
  state.step === "taken" && reviewKeys.table[state.holder].fixedReason === undefined;
