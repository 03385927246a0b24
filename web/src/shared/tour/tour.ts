import { useSyncExternalStore } from "react";

/** The event with the sample photos, as the server makes it for `--demo`. */
export const DEMO_SLUG = "demo";

/** Whether somebody is being shown around: one tour for the page, begun from wherever one is, or offered to who comes home first. */
let running: "no" | "asked" | "offered" = "no";
const listeners = new Set<() => void>();

function set(wanted: typeof running): void {
  running = wanted;
  for (const listener of listeners) listener();
}
export const startTour = (): void => set("asked");
export const offerTour = (): void => set("offered");
export const endTour = (): void => set("no");
/** Nobody asked for it: who has something to do is not kept from it. */
export const isTourOffered = (): boolean => running === "offered";

export const useTourRunning = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => running !== "no",
  );
