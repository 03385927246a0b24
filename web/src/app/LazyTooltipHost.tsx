import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";

const TooltipHost = lazy(() =>
  import("../ui/TooltipHost.tsx").then(
    ({ TooltipHost }) => ({ default: TooltipHost }),
    // Offline, or after a deployment removed this version's files: the page works without tooltips.
    () => ({ default: () => null }),
  ),
);

/** Loads the tooltip on the first pointer or key event, so that it does not delay the first screen. */
export function LazyTooltipHost(): ReactElement | false {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const load = (): void => setNeeded(true);
    for (const type of ["pointerover", "keydown"]) addEventListener(type, load, { once: true });
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <TooltipHost />
      </Suspense>
    )
  );
}
