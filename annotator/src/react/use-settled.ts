import { useEffect, useState } from "react";
import type { Store } from "../store.ts";

/** A hand that zooms or pans gives the next event within this. */
const REST_MS = 120;

/** A store's value once it has rested; the first one at once. */
export function useSettled<T>(store: Store<T | null>): T | null {
  const [settled, setSettled] = useState(() => store.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasOne = store.get() !== null;
    const settle = (): void => {
      hasOne = store.get() !== null;
      setSettled(store.get());
    };
    const change = (): void => {
      clearTimeout(timer);
      if (hasOne) timer = setTimeout(settle, REST_MS);
      else settle();
    };
    settle();
    const stop = store.subscribe(change);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return settled;
}
