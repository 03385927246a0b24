import { useEffect } from "react";

/**
 * Keeps the display on while mounted, where the browser supports it (not over plain HTTP). A browser releases the lock when the page
 * is hidden, so it is requested again when the page is visible.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let current: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const acquire = async (): Promise<void> => {
      if (document.visibilityState !== "visible" || current?.released === false) return;
      // The browser can refuse, for example to save battery. The wall works without the lock.
      const lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isUnmounted) await lock?.release();
      else current = lock;
    };
    const onVisible = (): void => void acquire();
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", onVisible);
      void current?.release();
    };
  }, []);
}
