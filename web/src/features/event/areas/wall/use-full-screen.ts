import { useSyncExternalStore } from "react";

export type FullScreen = { isFull: boolean; enter: () => void };

/** Null in browsers without full screen for pages, such as on an iPhone. */
export function useFullScreen(): FullScreen | null {
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  // If the browser refuses, the page stays as it is.
  return { isFull, enter: () => void document.documentElement.requestFullscreen().catch(() => undefined) };
}

function onFullScreen(changed: () => void): () => void {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
}
