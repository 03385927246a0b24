import { useEffect, useState } from "react";
import type { Store } from "../store.ts";

/** Zoom and pan gestures deliver events at shorter intervals than this. */
const DEBOUNCE_MS = 120;

const never = (): boolean => false;

/**
 * The value of a store, debounced; the first value is returned at once.
 * @param needsUpdate returns true if the debounced value is too old to wait any longer; must be a stable function
 */
export function useDebouncedStore<T>(
  store: Store<T | null>,
  needsUpdate: (settled: T, now: T) => boolean = never,
): T | null {
  const [settled, setSettled] = useState(() => store.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: T | null = null;
    const settle = (): void => {
      last = store.get();
      setSettled(last);
    };
    const change = (): void => {
      clearTimeout(timer);
      const now = store.get();
      if (last === null || now === null || needsUpdate(last, now)) settle();
      else timer = setTimeout(settle, DEBOUNCE_MS);
    };
    settle();
    const stop = store.subscribe(change);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, needsUpdate]);
  return settled;
}
