import { useEffect, useState } from "react";

/** Becomes true when the page is idle for the first time, for work that prepares likely next steps. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari lacks it.
    if (typeof requestIdleCallback !== "function") return undefined;
    const id = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(id);
  }, []);
  return isIdle;
}
