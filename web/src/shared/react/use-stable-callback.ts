import { useLayoutEffect, useRef, useState } from "react";

/** One that does whatever `act` would do by now, and is the same for good: who gets it need not be drawn again for it. */
export function useStableCallback<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const [steady] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return steady;
}
