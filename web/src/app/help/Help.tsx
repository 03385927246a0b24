import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";
import { setHelpOpen, useHelpOpen } from "../../shared/help/open-help.ts";
import { useTourRunning } from "../../shared/tour/tour.ts";

const HelpPanel = lazy(async () => ({ default: (await import("./HelpPanel.tsx")).HelpPanel }));
const DemoTour = lazy(async () => ({ default: (await import("../tour/DemoTour.tsx")).DemoTour }));

/**
 * The help of whatever screen is shown, its key, and the tour; nobody loads what they do not ask for.
 * @param props.hasKey whether `?` opens it here; the review has a table of keys of its own, with this one in it
 */
export function Help({ hasKey }: { hasKey: boolean }): ReactElement {
  const isOpen = useHelpOpen();
  useHelpKey(hasKey);
  // Drawn only once it was asked for; then it stays, so that it closes as smoothly as it opened.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const isShownAround = useTourRunning();
  return (
    <Suspense>
      {wasOpen && <HelpPanel isOpen={isOpen} onClose={() => setHelpOpen(false)} />}
      {isShownAround && <DemoTour />}
    </Suspense>
  );
}

/** Where `?` is a character, or belongs to a dialog or a menu. */
const KEEPS_KEYS = "input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]";

function useHelpKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const open = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || (event.target instanceof Element && event.target.closest(KEEPS_KEYS));
      if (event.key !== "?" || event.ctrlKey || event.metaKey || isTaken) return;
      event.preventDefault();
      setHelpOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, [isOn]);
}
