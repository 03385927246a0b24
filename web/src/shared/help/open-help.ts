import { useSyncExternalStore } from "react";

/** Whether the help is open. Module state: there is one help panel, opened from many places. */
let isOpen = false;
const listeners = new Set<() => void>();

export function setHelpOpen(open: boolean): void {
  isOpen = open;
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
