import { useSyncExternalStore } from "react";

export type FullScreen = { isFull: boolean; enter: () => void };

/** Null where the browser shows no page full screen, as on an iPhone. */
export function useFullScreen(): FullScreen | null {
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  // Refused: the page stays as it is, which one sees.
  return { isFull, enter: () => void document.documentElement.requestFullscreen().catch(() => undefined) };
}

function onFullScreen(changed: () => void): () => void {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
}
