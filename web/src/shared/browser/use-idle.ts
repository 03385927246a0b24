import { useEffect, useState } from "react";

/** True from when the page has had nothing to do for a moment: then what will be wanted soon can be made ready. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has none.
    if (typeof requestIdleCallback !== "function") return undefined;
    const asked = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
