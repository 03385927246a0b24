import type { Rect, Size } from "@precount/domain";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Store, createStore } from "../store.ts";
import { type Viewport, centerOn, fit, isInView, panBy } from "../viewport.ts";

/** Stays the same object: who wants to follow the viewport reads `store`. */
export type ViewportControl = {
  /** Null before the window is laid out. */
  store: Store<Viewport | null>;
  change: (next: (viewport: Viewport, photo: Size, view: Size) => Viewport) => void;
  fitPhoto: () => void;
  /** Brings a label into view, and leaves everything as it is when it already can be read. */
  show: (rect: Rect) => void;
};

/** Under this height on the screen nobody reads handwriting. CSS pixels. */
const READABLE_PX = 24;

/** The viewport of one photo in one window; until somebody moves it, it stays fitted as the window changes. */
export function useViewport({ width, height }: Size, view: Size | null): ViewportControl {
  const [store] = useState(() => createStore<Viewport | null>(null));
  const isMoved = useRef(false);
  const latest = useRef({ photo: { width, height }, view });
  useLayoutEffect(() => {
    const photo = { width, height };
    // A photo turned by 90° is another picture to fit.
    if (latest.current.photo.width !== width || latest.current.photo.height !== height) isMoved.current = false;
    latest.current = { photo, view };
    if (!view) return;
    const now = store.get();
    // Not moved by anybody: still put where it can be seen in a window that has become smaller.
    store.set(now && isMoved.current ? panBy(now, 0, 0, photo, view) : fit(photo, view));
  }, [store, width, height, view]);
  return useMemo(() => {
    const change: ViewportControl["change"] = (next) => {
      const { photo, view: window } = latest.current;
      const now = store.get();
      if (!now || !window) return;
      const changed = next(now, photo, window);
      if (changed === now) return;
      isMoved.current = true;
      store.set(changed);
    };
    return {
      store,
      change,
      fitPhoto: () => {
        change((_, photo, window) => fit(photo, window));
        isMoved.current = false;
      },
      show: (rect) =>
        change((now, photo, window) =>
          rect.height * now.scale >= READABLE_PX && isInView(now, rect, window)
            ? now
            : centerOn(now, rect, photo, window),
        ),
    };
  }, [store]);
}
