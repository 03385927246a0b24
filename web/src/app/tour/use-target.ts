import { useEffect, useState } from "react";

/** After this time the target is taken as missing, for example on a photo without results. The step then shows without a target. */
const TARGET_TIMEOUT_MS = 4000;

/**
 * The element that `find` returns, kept up to date while the page renders. Null when there is no such element, undefined while it is
 * being searched for.
 * @param isPageShown whether the page of the step is shown already
 */
export function useTarget(find: () => Element | null, isPageShown: boolean): HTMLElement | null | undefined {
  const [found, setFound] = useState<{ find: unknown; target: HTMLElement | null }>();
  useEffect(() => {
    if (!isPageShown) return undefined;
    const update = (target: HTMLElement | null): void =>
      setFound((before) => (before?.find === find && before.target === target ? before : { find, target }));
    const look = (): void => {
      const target = find();
      if (target instanceof HTMLElement && target.getClientRects().length > 0) update(target);
    };
    // Pages render in steps and may replace the element.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => {
      setFound((before) => (before?.find === find ? before : { find, target: null }));
    }, TARGET_TIMEOUT_MS);
    look();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      setFound(undefined);
    };
  }, [find, isPageShown]);
  return isPageShown && found?.find === find ? found.target : undefined;
}
