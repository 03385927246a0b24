import { type RefObject, useEffect, useState } from "react";

/** Whether a crop on the screen is still loading: what has not been seen must not be approved. @param ref the scrolling element */
export function useAreCropsLoading(ref: RefObject<HTMLElement | null>): boolean {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => {
      const { top, bottom } = element.getBoundingClientRect();
      const loading = [...element.querySelectorAll("[data-loading=true]")];
      setLoading(
        loading.some((crop) => {
          const box = crop.getBoundingClientRect();
          return box.bottom > top && box.top < bottom;
        }),
      );
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ["data-loading"] });
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [ref]);
  return isLoading;
}
