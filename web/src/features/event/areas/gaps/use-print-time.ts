import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** When the page is printed: it was opened long before that, maybe. ISO. */
export function usePrintTime(): string {
  const [time, setTime] = useState(() => new Date().toISOString());
  useEffect(() => {
    // What is not drawn when this returns is not on the paper.
    const note = (): void => flushSync(() => setTime(new Date().toISOString()));
    addEventListener("beforeprint", note);
    return () => removeEventListener("beforeprint", note);
  }, []);
  return time;
}
