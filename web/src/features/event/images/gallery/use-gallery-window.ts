import { useSize } from "@precount/annotator/react";
import { type RefObject, useEffect, useState } from "react";
import { CONTENT_ID } from "../../../../ui/content.ts";
import { drawnRows } from "../../../../ui/row-window.ts";
import { type GalleryLayout, layOutGallery } from "./gallery-layout.ts";

/** Rows of the gallery are high: two of them are enough room for scrolling. */
const HIGH_ROWS = { spare: 2, step: 1 };

type View = {
  /** Scrolled from the top of the gallery, negative while content above it is visible. CSS pixels. */
  topPx: number;
  heightPx: number;
};

/** The layout of the gallery, and the tiles that are rendered. The page scrolls, so that the filters above scroll away. */
export function useGalleryWindow(list: RefObject<HTMLElement | null>, count: number, captionPx: number) {
  const width = useSize(list)?.width ?? 0;
  const [view, setView] = useState<View>({ topPx: 0, heightPx: 0 });
  const layout = layOutGallery(count, width, captionPx);
  const { rowPx, rows } = layout;
  useEffect(() => {
    const content = document.getElementById(CONTENT_ID);
    if (content === null) return undefined;
    const update = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const now = { topPx: content.getBoundingClientRect().top - top, heightPx: content.clientHeight };
      // Renders only when other rows come into view.
      setView((last) => (isSameWindow(last, now, { rowPx, rows }) ? last : now));
    };
    update();
    content.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(content);
    return () => {
      content.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [list, rowPx, rows]);
  const drawn = windowOf(view, layout);
  const pageRows = Math.max(1, Math.floor(view.heightPx / rowPx));
  return {
    layout,
    from: drawn.from * layout.columns,
    to: width === 0 ? 0 : Math.min(count, drawn.to * layout.columns),
    pageRows,
  };
}

const windowOf = ({ topPx, heightPx }: View, { rowPx, rows }: Pick<GalleryLayout, "rowPx" | "rows">) =>
  drawnRows(Math.max(0, topPx), heightPx, rowPx, rows, HIGH_ROWS);

function isSameWindow(a: View, b: View, layout: Pick<GalleryLayout, "rowPx" | "rows">): boolean {
  const [windowA, windowB] = [windowOf(a, layout), windowOf(b, layout)];
  return windowA.from === windowB.from && windowA.to === windowB.to;
}
