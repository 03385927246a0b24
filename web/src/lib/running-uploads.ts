import { useSyncExternalStore } from "react";

/** All that the page itself has to know of photos on their way (features/upload/uploads.ts): that there are some, and how to end it. */
type Uploads = { forget: () => void };

let running: Uploads | null = null;
const listeners = new Set<() => void>();

function change(now: Uploads | null): void {
  running = now;
  for (const listener of listeners) listener();
}

/** Photos were dropped. */
export const uploadsBegan = (uploads: Uploads): void => change(uploads);

/** Whoever signs in next has nothing to do with them: what is on its way is stopped, and the list of it is gone. */
export function forgetUploads(): void {
  running?.forget();
  change(null);
}

/** Whether photos were dropped since the page was loaded. */
export const useHasUploads = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => running !== null,
  );
