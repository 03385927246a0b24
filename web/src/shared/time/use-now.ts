import { useSyncExternalStore } from "react";

const SECOND_MS = 1000;

/** The current time in ms since 1970, in whole seconds. Re-renders each second while `isNeeded`. */
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
