import { type RefObject, useEffect, useRef, useState } from "react";

/** CSS pixels that stay in view when a step scrolls: about a row, so that none is passed over. */
const OVERLAP = 64;
/** A row of which only this many pixels are hidden can be read. */
const HIDDEN_PX = 8;

type SeenToEnd = {
  /** Whether a part of the content has not been on the screen yet; null before the content is measured. */
  hasMore: boolean | null;
  /** Shows the next part. @returns false when all of it has been on the screen; content that is not measured yet has not */
  showMore: () => boolean;
};

/**
 * Whether a scrolling element has been seen to its end, however it was scrolled.
 * @param content names the content; another one begins at its top, unseen
 */
export function useSeenToEnd(ref: RefObject<HTMLElement | null>, content: string): SeenToEnd {
  const [measured, setMeasured] = useState({ content: "", hasMore: false });
  const seenTo = useRef(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    seenTo.current = 0;
    element.scrollTop = 0;
    const look = (): void => {
      seenTo.current = Math.max(seenTo.current, element.scrollTop + element.clientHeight);
      setMeasured({ content, hasMore: seenTo.current < element.scrollHeight - HIDDEN_PX });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [ref, content]);
  const showMore = (): boolean => {
    const element = ref.current;
    if (!element || measured.content !== content) return true;
    seenTo.current = Math.max(seenTo.current, element.scrollTop + element.clientHeight);
    if (seenTo.current >= element.scrollHeight - HIDDEN_PX) return false;
    element.scrollTop = seenTo.current - Math.min(OVERLAP, element.clientHeight / 2);
    return true;
  };
  return { hasMore: measured.content === content ? measured.hasMore : null, showMore };
}
