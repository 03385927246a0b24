import { useEffect } from "react";

/**
 * Runs a slow effect after the browser has painted the current changes.
 * @param effect runs again whenever the function changes
 */
export function useAfterPaint(effect: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(effect);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [effect]);
}
