import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * The number of children that fit completely into a box. Hide the others with `visibility`, because removing them would change the
 * measurement.
 */
export function useFittingCount<Box extends HTMLElement>(): { box: RefObject<Box | null>; fitting: number } {
  const box = useRef<Box>(null);
  const [fitting, setFitting] = useState(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = (): void => {
      const bottom = current.getBoundingClientRect().bottom + 1;
      const children = [...current.children];
      const cut = children.findIndex((child) => child.getBoundingClientRect().bottom > bottom);
      setFitting(cut === -1 ? children.length : cut);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
    // After every render: the children and their sizes may have changed.
  });
  return { box, fitting };
}
