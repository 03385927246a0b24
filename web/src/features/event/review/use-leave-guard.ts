import { useEffect } from "react";
import { useSaveQueue } from "./saving/save-queue-context.ts";

/**
 * Nothing is lost by leaving: what waits is kept in the browser and sent from any screen. The browser asks only for the
 * moment until an edit is on its disk, or where it keeps nothing.
 */
export function useLeaveGuard(): void {
  const outbox = useSaveQueue();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (outbox.wouldLose()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [outbox]);
}
