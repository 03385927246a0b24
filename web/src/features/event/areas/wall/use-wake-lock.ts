import { useEffect } from "react";

/**
 * Keeps the screen from going dark while mounted, where the browser can (not over plain HTTP). A browser lets go of
 * it when the page is hidden: it is asked for again when it comes back.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== "visible" || held?.released === false) return;
      // Refused to save the battery, say: the wall is the same without it.
      const lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOver) await lock?.release();
      else held = lock;
    };
    const onVisible = (): void => void hold();
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", onVisible);
      void held?.release();
    };
  }, []);
}
