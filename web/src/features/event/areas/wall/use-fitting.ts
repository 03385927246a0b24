import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * How many of a box's children can be seen in it whole. The others keep their place: hide them with `visibility`, so that
 * hiding them changes nothing of what is measured.
 */
export function useFitting<Box extends HTMLElement>(): { box: RefObject<Box | null>; fitting: number } {
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
    // Each time it is drawn: other children, other sizes.
  });
  return { box, fitting };
}
