import { useEffect } from "react";
import { useSaveQueue } from "./saving/save-queue-context.ts";

/**
 * Asks before the page closes while an edit is not stored in the browser yet, or cannot be stored there. Stored edits are
 * sent from any screen.
 */
export function useLeaveGuard(): void {
  const queue = useSaveQueue();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (queue.wouldLose()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [queue]);
}
