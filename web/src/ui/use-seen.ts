import { type RefCallback, useState } from "react";

/** How far outside of its scrolling parent an element already counts, so that its content is drawn before it is scrolled there. */
const MARGIN = "200px";

/** Whether an element has been on the screen, or near it: only then its content is worth drawing. */
export function useSeen<E extends Element>(): [RefCallback<E>, boolean] {
  const [isSeen, setSeen] = useState(false);
  const ref: RefCallback<E> = (element) => {
    if (element === null || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  return [ref, isSeen];
}
