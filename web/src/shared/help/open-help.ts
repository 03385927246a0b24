import { useSyncExternalStore } from "react";

/** Whether the help is open. There is one for the page, and it is opened from wherever one is. */
let isOpen = false;
const listeners = new Set<() => void>();

export function setHelpOpen(wanted: boolean): void {
  isOpen = wanted;
  for (const listener of listeners) listener();
}

export const useHelpOpen = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => isOpen,
  );
