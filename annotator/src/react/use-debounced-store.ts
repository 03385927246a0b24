import { useEffect, useState } from "react";
import type { Store } from "../store.ts";

/** A hand that zooms or pans gives the next event within this. */
const DEBOUNCE_MS = 120;

const never = (): boolean => false;

/**
 * A store's value once it has rested; the first one at once.
 * @param isFar whether it may rest no longer; the same function each time
 */
export function useDebouncedStore<T>(store: Store<T | null>, isFar: (settled: T, now: T) => boolean = never): T | null {
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
      if (last === null || now === null || isFar(last, now)) settle();
      else timer = setTimeout(settle, DEBOUNCE_MS);
    };
    settle();
    const stop = store.subscribe(change);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, isFar]);
  return settled;
}
