import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";

const TooltipHost = lazy(() =>
  import("../ui/TooltipHost.tsx").then(
    ({ TooltipHost }) => ({ default: TooltipHost }),
    // Without a network, or of a version that is no longer there: a page works without hints.
    () => ({ default: () => null }),
  ),
);

/** What shows hints, loaded when there is somebody to read them. */
export function LazyTooltipHost(): ReactElement | false {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = (): void => setWanted(true);
    for (const type of ["pointerover", "keydown"]) addEventListener(type, want, { once: true });
  }, []);
  return (
    isWanted && (
      <Suspense>
        <TooltipHost />
      </Suspense>
    )
  );
}
