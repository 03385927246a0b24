import { useEffect } from "react";
import { valueId } from "./places.ts";
import type { Value } from "./order.ts";

/** What keys can do with the field that has the focus. */
export type FieldInHand = {
  /** Checks and enters what it shows; false when it was not taken. */
  enter: () => boolean;
  /** Back to what was there before; false when that is what it shows. */
  back: () => boolean;
  /** The reader's ideas for it. */
  offered: readonly string[];
  take: (value: string) => void;
  /** As if it were typed. */
  type: (value: string) => void;
  shown: string;
};

/** Holds the field that has the focus, for the keys of the panel. */
export type Hand = {
  field: () => FieldInHand | null;
  hold: (field: FieldInHand | null) => void;
};

export function newHand(): Hand {
  let held: FieldInHand | null = null;
  return {
    field: () => held,
    hold: (field) => {
      held = field;
    },
  };
}

/** Puts the field into the hand while it has the focus, always as it is by now. */
export function useFieldInHand(
  hand: Hand,
  value: Value,
  field: FieldInHand,
): { onFocus: () => void; onBlur: () => void } {
  const id = valueId(value);
  useEffect(() => {
    if (document.activeElement?.id === id) hand.hold(field);
  });
  return { onFocus: () => hand.hold(field), onBlur: () => hand.hold(null) };
}
