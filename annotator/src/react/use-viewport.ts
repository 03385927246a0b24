import type { Rect, Size } from "@precount/domain";
import { type Dispatch, type SetStateAction, useCallback, useState } from "react";
import { type Viewport, centreOn, fit, isInView } from "../viewport.ts";

export type ViewportControl = {
  viewport: Viewport | null;
  change: (next: (viewport: Viewport) => Viewport) => void;
  fitPhoto: () => void;
  /** Brings a label into view, and leaves everything as it is when it already can be read. */
  show: (rect: Rect) => void;
};

/** The viewport of one photo in one window; until somebody moves it, it stays fitted as the window changes. */
export function useViewport(photo: Size, view: Size | null): ViewportControl {
  const [moved, setMoved]: [Viewport | null, Dispatch<SetStateAction<Viewport | null>>] = useState<Viewport | null>(
    null,
  );
  const { width, height } = photo;
  const fitted = view && fit({ width, height }, view);
  const change = useCallback(
    (next: (viewport: Viewport) => Viewport) => {
      if (view) setMoved((last) => next(last ?? fit({ width, height }, view)));
    },
    [width, height, view],
  );
  const show = useCallback(
    (rect: Rect) => {
      if (!view) return;
      change((now) => {
        // Under this height on the screen, CSS pixels, nobody reads handwriting.
        const isReadable = rect.height * now.scale >= 24 && isInView(now, rect, view);
        return isReadable ? now : centreOn(now, rect, { width, height }, view);
      });
    },
    [change, width, height, view],
  );
  return { viewport: moved ?? fitted, change, fitPhoto: () => setMoved(null), show };
}
