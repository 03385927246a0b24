import { useSyncExternalStore } from "react";

const SECOND_MS = 1000;

/** The time in whole seconds, milliseconds since 1970: drawn anew each second while `isNeeded`. */
export function useNow(isNeeded: boolean): number {
  return useSyncExternalStore(
    (changed) => {
      if (!isNeeded) return () => undefined;
      const timer = setInterval(changed, SECOND_MS);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
  );
}
