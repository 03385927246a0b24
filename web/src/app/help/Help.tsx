import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";
import { setHelpOpen, useHelpOpen } from "../../shared/help/open-help.ts";
import { useTourRunning } from "../../shared/tour/tour.ts";

const HelpPanel = lazy(async () => ({ default: (await import("./HelpPanel.tsx")).HelpPanel }));
const DemoTour = lazy(async () => ({ default: (await import("../tour/DemoTour.tsx")).DemoTour }));

/**
 * The help of the current screen, its key, and the demo tour. Each is loaded on first use.
 * @param props.hasKey whether `?` opens the help here; the review has its own key table that includes `?`
 */
export function Help({ hasKey }: { hasKey: boolean }): ReactElement {
  const isOpen = useHelpOpen();
  useHelpKey(hasKey);
  // Rendered from the first opening on, so that closing it is animated too.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const isTourRunning = useTourRunning();
  return (
    <Suspense>
      {wasOpen && <HelpPanel isOpen={isOpen} onClose={() => setHelpOpen(false)} />}
      {isTourRunning && <DemoTour />}
    </Suspense>
  );
}

/** Elements in which `?` is input, or that handle keys themselves. */
const OWN_KEYS_SELECTOR =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]";

function useHelpKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const open = (event: KeyboardEvent): void => {
      const isHandled =
        event.defaultPrevented || (event.target instanceof Element && event.target.closest(OWN_KEYS_SELECTOR));
      if (event.key !== "?" || event.ctrlKey || event.metaKey || isHandled) return;
      event.preventDefault();
      setHelpOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, [isOn]);
}
