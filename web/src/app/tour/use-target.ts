import { useEffect, useState } from "react";

/** A page that has not shown it by then has none: a photo that was not read yet, say. The step stands without it. */
const PATIENCE_MS = 4000;

/**
 * What `find` finds as soon as the page shows it; null when it has none, undefined while it is looked for.
 * @param isThere whether the page it is looked for on is the one that is shown
 */
export function useTarget(find: () => Element | null, isThere: boolean): HTMLElement | null | undefined {
  const [found, setFound] = useState<{ find: unknown; target: HTMLElement | null }>();
  useEffect(() => {
    if (!isThere) return undefined;
    const settle = (target: HTMLElement | null): void => {
      observer.disconnect();
      clearTimeout(timer);
      setFound({ find, target });
    };
    const look = (): void => {
      const target = find();
      if (target instanceof HTMLElement && target.getClientRects().length > 0) settle(target);
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => settle(null), PATIENCE_MS);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [find, isThere]);
  return isThere && found?.find === find ? found.target : undefined;
}
