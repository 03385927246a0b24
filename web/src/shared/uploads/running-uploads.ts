import { type ComponentType, useSyncExternalStore } from "react";

/** The uploads in progress, for the layout and for logging out (features/event/upload/uploads.ts). */
type RunningUploads = {
  /** For the header of every screen. Set with the first upload, so that it is loaded even if the network fails later. */
  Button: ComponentType<{ isShown: boolean }>;
  stop: () => void;
};

let running: RunningUploads | null = null;
const listeners = new Set<() => void>();

function change(now: RunningUploads | null): void {
  running = now;
  for (const listener of listeners) listener();
}

export const setRunningUploads = (uploads: RunningUploads): void => change(uploads);

/** At logout: stops all uploads, and the next person sees nothing of them. */
export function stopRunningUploads(): void {
  running?.stop();
  change(null);
}

/** Null until files are chosen for upload. */
export const useRunningUploads = (): RunningUploads | null =>
  useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => running,
  );
