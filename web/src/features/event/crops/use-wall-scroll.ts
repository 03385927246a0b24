import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from "react";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { isFocusFree } from "../../../ui/content.ts";
import type { Selection } from "./use-selection.ts";
import type { WallItem } from "./wall-items.ts";
import { HEADING_PX, type WallLayout, indexAt, topOf } from "./wall-layout.ts";
import { readWallMemory, storeWallMemory } from "./wall-memory.ts";

type Given = {
  slug: string;
  view: string;
  items: readonly WallItem[];
  layout: WallLayout;
  scroller: RefObject<HTMLElement | null>;
  /** The rendered part moves in steps of this many pixels. */
  stepPx: number;
  selection: Selection;
};

/** The scroll position as a number of steps. It is stored by the crop at the top, and restored when the user comes back. */
export function useWallScroll({ slug, view, items, layout, scroller, stepPx, selection }: Given) {
  const [step, setStep] = useState(0);
  const position = useRef(0);
  const restored = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || restored.current === view || layout.count === 0) return;
    const memory = readWallMemory(slug);
    const index = memory?.view === view ? items.findIndex(({ id }) => id === memory.top?.id) : -1;
    const top = index < 0 ? null : topOf(layout, index);
    // The page with this crop may not have arrived yet.
    if (memory?.view === view && memory.top !== null && top === null) return;
    const isReturn = restored.current === null && items.some(({ id }) => id === memory?.active);
    restored.current = view;
    // The scroll event sets the step.
    element.scrollTo({ top: top === null ? 0 : top + (memory?.top?.offset ?? 0) });
    // The keys go on from the crop that was opened.
    if (isReturn && isFocusFree()) element.focus({ preventScroll: true });
  }, [slug, view, items, layout, scroller]);

  const store = useStableCallback((): void => {
    if (restored.current !== view || layout.count === 0) return;
    const index = indexAt(layout, 0, position.current);
    const id = index === null ? undefined : items[index]?.id;
    const offset = position.current - (index === null ? 0 : (topOf(layout, index) ?? 0));
    const active = items[selection.active]?.id ?? null;
    storeWallMemory(slug, { view, top: id === undefined ? null : { id, offset }, active });
  });
  useLayoutEffect(
    () => () => {
      store();
      // After a quick Back the wall was only hidden while the photo loaded, which took its focus.
      restored.current = null;
    },
    [store],
  );

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    position.current = currentTarget.scrollTop;
    setStep(Math.floor(currentTarget.scrollTop / stepPx));
  };
  /** Scrolls as little as necessary to show a crop below its group's heading. */
  const show = (index: number): void => {
    const element = scroller.current;
    const top = topOf(layout, index);
    if (!element || top === null) return;
    const bottom = top + layout.cellPx - element.clientHeight;
    if (top - HEADING_PX < element.scrollTop) element.scrollTo({ top: top - HEADING_PX });
    else if (bottom > element.scrollTop) element.scrollTo({ top: bottom });
  };
  return { step, onScroll, show };
}
