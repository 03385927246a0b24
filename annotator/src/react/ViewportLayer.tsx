import type { Size } from "@precount/domain";
import type { ReactElement, ReactNode } from "react";
import { toCss } from "../viewport.ts";
import { useDebouncedStore } from "./use-debounced-store.ts";
import { useStore } from "./use-store.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = { control: ViewportControl; photo: Size; children: ReactNode };

/**
 * Positions the photo and its overlays by the viewport. One CSS transform moves the whole layer; its children do not
 * render again.
 */
export function ViewportLayer({ control, photo, children }: Props): ReactElement | null {
  const viewport = useStore(control.store, (now) => now);
  const settled = useDebouncedStore(control.store);
  if (!viewport) return null;
  return (
    <div
      style={{
        position: "absolute",
        width: photo.width,
        height: photo.height,
        transformOrigin: "0 0",
        // During a gesture the browser moves the painted layer; afterwards it repaints it sharply.
        willChange: viewport === settled ? "auto" : "transform",
        transform: toCss(viewport, globalThis.devicePixelRatio || 1),
        background: "rgba(128,128,128,0.2)",
      }}
    >
      {children}
    </div>
  );
}
