import { useDeferredValue } from "react";

let isPast = false;

/** One goes on from the page's first screen. */
export function markFirstScreenLeft(): void {
  isPast = true;
}

/**
 * False in the first drawing of the page, and true right after it has been painted: what is seen first need not wait for what is beside
 * it. Whoever goes on to another screen has it drawn at once.
 */
export const useAfterFirstPaint = (): boolean => useDeferredValue(true, isPast);
