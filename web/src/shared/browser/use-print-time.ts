import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The ISO time of printing, which can be long after the page was opened. */
export function usePrintTime(): string {
  const [time, setTime] = useState(() => new Date().toISOString());
  useEffect(() => {
    // The browser prints the DOM as it is when this handler returns.
    const update = (): void => flushSync(() => setTime(new Date().toISOString()));
    addEventListener("beforeprint", update);
    return () => removeEventListener("beforeprint", update);
  }, []);
  return time;
}
