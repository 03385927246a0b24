import { useSyncExternalStore } from "react";

/** The event with the sample photos, as the server makes it for `--demo`. */
export const DEMO_SLUG = "demo";

/** Whether somebody is being shown around: one tour for the page, begun from wherever one is. */
let isRunning = false;
const listeners = new Set<() => void>();

function set(wanted: boolean): void {
  isRunning = wanted;
  for (const listener of listeners) listener();
}
export const startTour = (): void => set(true);
export const endTour = (): void => set(false);

export const useTourRunning = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => isRunning,
  );
