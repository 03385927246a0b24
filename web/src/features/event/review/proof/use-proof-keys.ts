import { useEffect, useRef } from "react";
import { useReviewKeys } from "../keyboard/review-keys.ts";
import { goToReading } from "../session/navigation.ts";
import { fieldToOpen } from "../session/result-order.ts";
import { useSession } from "../session/session-context.ts";
import { numberTyped } from "./number-typed.ts";

/** How long a digit waits for the next one of a number with two or three. */
const WAIT_MS = 700;

/** Digits lead from Validate to the value with that number. @param inOrder indexes of the results; the first has number 1 */
export function useProofKeys(inOrder: readonly number[]): void {
  const session = useSession();
  const typed = useRef("");
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (number: number): void => {
    typed.current = "";
    const item = session.get().edits.itemsByIndex.get(inOrder[number - 1] ?? -1);
    if (item) goToReading(session, { index: item.index, field: fieldToOpen(item) });
  };
  useReviewKeys({
    "proof.value": ({ chord }) => {
      clearTimeout(timer.current);
      const { text, number, isComplete } = numberTyped(typed.current, chord, inOrder.length);
      typed.current = text;
      if (number === null) return;
      if (isComplete) open(number);
      else timer.current = window.setTimeout(() => open(number), WAIT_MS);
    },
  });
}
