import { useEffect } from "react";

/**
 * An effect that waits until what has changed is on the screen: it may take a while, and nobody waits for it.
 * @param act done again whenever it is another function
 */
export function useAfterPaint(act: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(act);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [act]);
}
