import { type ComponentType, useSyncExternalStore } from "react";

/** All that the page itself has to know of photos on their way (features/upload/uploads.ts): how they stand, and how to end it. */
type RunningUploads = {
  /** For the header of every screen. It is there since photos could be dropped: loaded later, it would need the network that may be gone. */
  Mark: ComponentType<{ isShown: boolean }>;
  forget: () => void;
};

let running: RunningUploads | null = null;
const listeners = new Set<() => void>();

function change(now: RunningUploads | null): void {
  running = now;
  for (const listener of listeners) listener();
}

/** Photos were dropped. */
export const setRunningUploads = (uploads: RunningUploads): void => change(uploads);

/** Whoever signs in next has nothing to do with them: what is on its way is stopped, and the list of it is gone. */
export function stopRunningUploads(): void {
  running?.forget();
  change(null);
}

/** Null as long as no photos were dropped since the page was loaded. */
export const useRunningUploads = (): RunningUploads | null =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => running,
  );
