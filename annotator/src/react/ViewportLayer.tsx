import type { Size } from "@precount/domain";
import type { ReactElement, ReactNode } from "react";
import { toCss } from "../viewport.ts";
import { useDebouncedStore } from "./use-debounced-store.ts";
import { useStore } from "./use-store.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = { control: ViewportControl; photo: Size; children: ReactNode };

/** Where the photo lies in the window. One CSS transform moves all that is on it; the children are not drawn again. */
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
        // While it moves, what is drawn is only moved; once it rests it is drawn sharp.
        willChange: viewport === settled ? "auto" : "transform",
        transform: toCss(viewport, globalThis.devicePixelRatio || 1),
        background: "rgba(128,128,128,0.2)",
      }}
    >
      {children}
    </div>
  );
}
