import { useEffect, useState } from "react";

/** A page that has not shown it by then has none: a photo that was not read yet, say. The step stands without it. */
const TARGET_TIMEOUT_MS = 4000;

/**
 * What `find` finds, as soon as the page shows it and for as long as it does; null when it has none, undefined while it is
 * looked for.
 * @param isThere whether the page it is looked for on is the one that is shown
 */
export function useTarget(find: () => Element | null, isThere: boolean): HTMLElement | null | undefined {
  const [found, setFound] = useState<{ find: unknown; target: HTMLElement | null }>();
  useEffect(() => {
    if (!isThere) return undefined;
    const settle = (target: HTMLElement | null): void =>
      setFound((before) => (before?.find === find && before.target === target ? before : { find, target }));
    const look = (): void => {
      const target = find();
      if (target instanceof HTMLElement && target.getClientRects().length > 0) settle(target);
    };
    // Pages fill by and by, and what was found may be drawn anew.
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
  }, [find, isThere]);
  return isThere && found?.find === find ? found.target : undefined;
}
