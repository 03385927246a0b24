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

/** Which key of which action is being chosen anew, and how far it has come. `old` null: one more for the action. */
export type Remapping = {
  id: ReviewKey;
  old: Chord | null;
  /** Waiting for a key; a key that nobody may choose; one that somebody else has. */
  state: { step: "asking" } | { step: "refused"; reason: string } | { step: "taken"; chord: Chord; holder: ReviewKey };
};

export type Remap = {
  changes: KeyOverrides;
  current: Remapping | null;
  ask: (id: ReviewKey, old: Chord | null) => void;
  cancel: () => void;
  /** The other action gets the old key, as far as that can be. */
  swap: () => void;
  /** One action's own keys again, or everybody's. */
  reset: (id?: ReviewKey) => void;
};

/** Choosing keys: a click on one, then the new one pressed. */
export function useRemap(): Remap {
  const changes = useSyncExternalStore(reviewKeys.subscribe, () => reviewKeys.changes);
  const [current, setCurrent] = useState<Remapping | null>(null);
  const isAsking = current !== null && current.state.step !== "taken";
  const id = current?.id;
  const old = current?.old ?? null;
  useEffect(() => {
    if (!isAsking || id === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      // Before anybody else hears of it: Escape would close the sheet, Enter press the button again.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") return setCurrent(null);
      const [chord] = chordsOf(pressedKeyOf(event));
      if (chord === undefined) return;
      const reason = reservedReason(chord);
      if (reason !== null) return setCurrent({ id, old, state: { step: "refused", reason } });
      const holder = conflictingAction(reviewKeys.table, reviewKeys.changes, id, chord);
      if (holder !== null) return setCurrent({ id, old, state: { step: "taken", chord, holder } });
      reviewKeys.change(withKey(reviewKeys.table, reviewKeys.changes, id, old, chord));
      setCurrent(null);
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [isAsking, id, old]);
  return {
    changes,
    current,
    ask: (wanted, key) => setCurrent({ id: wanted, old: key, state: { step: "asking" } }),
    cancel: () => setCurrent(null),
    swap: () => {
      if (current?.state.step !== "taken") return;
      const { chord, holder } = current.state;
      reviewKeys.change(
        withSwappedKeys(reviewKeys.table, changes, { id: current.id, old: current.old, chord, holder }),
      );
      setCurrent(null);
    },
    reset: (wanted) => reviewKeys.change(withoutOverride(changes, wanted)),
  };
}

/** What is to be said beside the action, and null while there is nothing. */
export function remappingText({ id, state }: Remapping): string {
  switch (state.step) {
    case "asking":
      return "Press the new key. Esc leaves it as it is.";
    case "refused":
      return `${state.reason} Press another one, or Esc.`;
    case "taken":
    default: {
      const { fixed, words } = reviewKeys.table[state.holder];
      const held = `${chordText(state.chord)} is '${words}'.`;
      return fixed === undefined ? `${held} Give it to '${reviewKeys.table[id].words}' instead?` : `${held} ${fixed}`;
    }
  }
}

/** Whether the key may be taken from who has it. */
export const canSwap = ({ state }: Remapping): boolean =>
  state.step === "taken" && reviewKeys.table[state.holder].fixed === undefined;
