import { useSyncExternalStore } from "react";

/** The event with sample photos that the server creates for `--demo`. */
export const DEMO_SLUG = "demo";

/** The state of the demo tour, as module state: it is started from several places or offered on the first home screen. */
let running: "no" | "asked" | "offered" = "no";
const listeners = new Set<() => void>();

function set(state: typeof running): void {
  running = state;
  for (const listener of listeners) listener();
}
export const startTour = (): void => set("asked");
export const offerTour = (): void => set("offered");
export const endTour = (): void => set("no");
/** Whether the tour was offered rather than requested: then it does not interrupt users who navigate elsewhere. */
export const isTourOffered = (): boolean => running === "offered";

export const useTourRunning = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => running !== "no",
  );
