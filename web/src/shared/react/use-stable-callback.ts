import { useLayoutEffect, useRef, useState } from "react";

/** A callback that always runs the latest `act` and never changes its identity. */
export function useStableCallback<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}
