import { useDeferredValue, useEffect } from "react";

let isPast = false;

/**
 * False in the first drawing of the page, and true right after it has been painted: what is seen first need not wait for what is beside
 * it. Whoever goes on to another screen has it drawn at once.
 */
export function useAfterFirst(): boolean {
  useEffect(() => {
    isPast = true;
  }, []);
  return useDeferredValue(true, isPast);
}
