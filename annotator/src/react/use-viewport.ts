import type { Rect, Size } from "@precount/domain";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Store, createStore } from "../store.ts";
import { type Viewport, centerOn, fit, isInView, panBy } from "../viewport.ts";

/** A stable object. Subscribe to `store` to follow the viewport. */
export type ViewportControl = {
  /** Null before the window is laid out. */
  store: Store<Viewport | null>;
  change: (next: (viewport: Viewport, photo: Size, view: Size) => Viewport) => void;
  fitPhoto: () => void;
  /** Brings a box into view; does nothing if it is already visible and readable. */
  show: (rect: Rect) => void;
};

/** Handwriting below this height on the screen is not readable. CSS pixels. */
const READABLE_PX = 24;

/** The viewport of one photo in one window. Until the user moves it, it stays fitted when the window's size changes. */
export function useViewport({ width, height }: Size, view: Size | null): ViewportControl {
  const [store] = useState(() => createStore<Viewport | null>(null));
  const isMovedByUser = useRef(false);
  const latest = useRef({ photo: { width, height }, view });
  useLayoutEffect(() => {
    const photo = { width, height };
    // A photo rotated by 90° must be fitted again.
    if (latest.current.photo.width !== width || latest.current.photo.height !== height) isMovedByUser.current = false;
    latest.current = { photo, view };
    if (!view) return;
    const now = store.get();
    // The user's viewport is kept, but clamped to a window that has become smaller.
    store.set(now && isMovedByUser.current ? panBy(now, 0, 0, photo, view) : fit(photo, view));
  }, [store, width, height, view]);
  return useMemo(() => {
    const change: ViewportControl["change"] = (next) => {
      const { photo, view: window } = latest.current;
      const now = store.get();
      if (!now || !window) return;
      const changed = next(now, photo, window);
      if (changed === now) return;
      isMovedByUser.current = true;
      store.set(changed);
    };
    return {
      store,
      change,
      fitPhoto: () => {
        change((_, photo, window) => fit(photo, window));
        isMovedByUser.current = false;
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
