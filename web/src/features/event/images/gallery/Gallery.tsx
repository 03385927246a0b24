import type { Project } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import { matchingQueryInput } from "../../../../shared/images/images-query.ts";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { storedImageList } from "../../../../shared/images/image-list.ts";
import type { ImagesSearch } from "../../../../shared/paging/search.ts";
import { isFocusFree } from "../../../../ui/content.ts";
import type { ImageActions } from "../RowActions.tsx";
import type { Selection } from "../use-selection.ts";
import styles from "./Gallery.module.css";
import { GalleryTile } from "./GalleryTile.tsx";
import { placeOf } from "./gallery-layout.ts";
import { useGalleryImages } from "./use-gallery-images.ts";
import { useGalleryKeys } from "./use-gallery-keys.ts";
import { useGalleryWindow } from "./use-gallery-window.ts";

/** Height of the text below a photo, CSS pixels: name, status, reviewer. The menu button is larger on touch screens. */
const CAPTION_PX = { fine: 92, coarse: 102 } as const;
/** Height of the stickers that a search found. */
const MATCHES_PX = 52;

const NO_SIDS: readonly string[] = [];

type Props = {
  event: Project;
  search: ImagesSearch;
  total: number;
  /** Whether a search asks for stickers, whose crops are shown. */
  hasMatches: boolean;
  /** The images are of the previous filter, while the next ones load. */
  isStale: boolean;
  selection: Selection;
  actions: ImageActions;
  onSelectAll: () => void;
  /** The image whose review the user comes back from; null when the gallery was opened in another way. */
  returnedFrom: string | null;
};

/** The images of the list as large thumbnails. Only the visible ones are rendered and loaded. */
export function Gallery(props: Props): ReactElement {
  const { event, search, total, hasMatches, isStale, actions, onSelectAll, returnedFrom } = props;
  const list = useRef<HTMLUListElement>(null);
  const isCoarse = useMedia("(pointer: coarse)");
  const captionPx = (isCoarse ? CAPTION_PX.coarse : CAPTION_PX.fine) + (hasMatches ? MATCHES_PX : 0);
  const { layout, from, to, pageRows } = useGalleryWindow(list, total, captionPx);
  const { imageAt, boxesOf } = useGalleryImages(event.slug, search, { from, to });
  const { data: order = NO_SIDS } = useQuery(
    trpc.image.listMatchingImages.queryOptions(matchingQueryInput(event.slug, search)),
  );
  const sidAt = (index: number): string | undefined => imageAt(index)?.sid ?? order[index];
  const [returned] = useState(() => returnedSid(event.slug, returnedFrom, order));
  const [active, setActive] = useState(() => Math.max(0, order.indexOf(returned ?? "")));
  useReturnedFocus(list, returned, from < to);
  // The images change while the gallery is open: a range is of those that are shown.
  const shownSids = (): string[] => Array.from({ length: total }, (_, index) => sidAt(index) ?? "");
  const click = useStableCallback<Parameters<Selection["click"]>>((sid, isOn, _page, isRange) =>
    props.selection.click(sid, isOn, shownSids(), isRange),
  );
  const extend = useStableCallback<Parameters<Selection["extend"]>>((start, end) =>
    props.selection.extend(start, end, shownSids()),
  );
  const selection = useMemo(() => ({ ...props.selection, click, extend }), [props.selection, click, extend]);
  const grid = { count: total, columns: layout.columns, pageRows };
  const onKeyDown = useGalleryKeys({ list, active, setActive, grid, sidAt, selection, onSelectAll });
  const indexes = Array.from({ length: to - from }, (_, at) => from + at);
  // The active tile exists wherever it is, so that it keeps the focus.
  if (to > from && active < total && (active < from || active >= to)) indexes.push(active);
  return (
    // The tiles contain the controls; the list handles the keys of all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label="Images"
      className={styles["gallery"]}
      style={{ height: layout.height }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>("[data-index]")?.dataset["index"];
        if (index !== undefined) setActive(Number(index));
      }}
    >
      {indexes.map((index) => {
        const image = imageAt(index);
        const { left, top } = placeOf(layout, index);
        return (
          <GalleryTile
            key={index}
            event={event}
            sid={sidAt(index)}
            image={image}
            boxes={boxesOf(image?.sid ?? "")}
            index={index}
            total={total}
            left={left}
            top={top}
            width={layout.tileWidth}
            height={layout.tileHeight}
            photoHeight={layout.photoHeight}
            isReturned={image !== undefined && image.sid === returned}
            isStale={isStale}
            selection={selection}
            actions={actions}
          />
        );
      })}
    </ul>
  );
}

/** The image that was reviewed last, or the next one of its list when the filters no longer match it. */
function returnedSid(slug: string, from: string | null, order: readonly string[]): string | null {
  if (from === null) return null;
  const list = storedImageList(slug) ?? [];
  const shown = new Set(order);
  return [from, ...list.slice(list.indexOf(from) + 1)].find((sid) => shown.has(sid)) ?? from;
}

/** After a return, the focus is on that image once it is loaded. */
function useReturnedFocus(list: RefObject<HTMLElement | null>, returned: string | null, isShown: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (returned === null || isDone.current || !isShown) return;
    const link = list.current?.querySelector<HTMLElement>("[data-returned=true] [data-tile-link]");
    if (!link) return;
    isDone.current = true;
    if (isFocusFree()) link.focus({ preventScroll: true });
  });
}
