import { preloadPreview } from "@precount/annotator/react";
import { QueryObserver, replaceEqualDeep, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo } from "react";
import { toImage, toImages, useEventSection } from "../../../shared/images/event-section.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { chordText } from "../../../shared/keyboard/chord.ts";
import {
  type EventOrder,
  type Position,
  keepKnownOrder,
  nextToReview,
  positionIn,
  storedImageList,
} from "../../../shared/images/image-list.ts";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { isTouching } from "../../../shared/browser/pointer.ts";
import { searchForNextImage } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { expectArrival } from "./keyboard/arrival.ts";
import { IMAGE_CACHE_OPTIONS } from "../../../shared/images/image-cache-options.ts";
import { reviewKeys, useReviewKeys } from "./keyboard/review-keys.ts";

export type Steps = {
  position: Position | null;
  go: (sid: string) => void;
  /** To the next image that needs someone, to work on it; says so when there is none. */
  goOn: () => void;
};

/** Where the image stands in the list the person came from, and the ways to its neighbours. */
export function useSteps(slug: string, imageSid: string): Steps {
  const navigate = useNavigate();
  const place = useEventSection();
  const { data } = useQuery(trpc.image.listProjectImageSids.queryOptions({ slug }, KEPT_FRESH));
  const { position, open } = useMemo(() => {
    const stored = storedImageList(slug);
    const existing = data && new Set(data.sids);
    return {
      position: (stored && positionIn(stored, imageSid, existing)) ?? (data ? positionIn(data.sids, imageSid) : null),
      open: data ? nextToReview(stored, data, imageSid) : null,
    };
  }, [slug, imageSid, data]);
  const go = useCallback(
    (sid: string) => void navigate({ ...toImage(place, slug, sid), search: searchForNextImage }),
    [navigate, place, slug],
  );
  const goOn = useCallback((): void => {
    if (open === null) feedback.success(`No other photo needs someone.${wayBack()}`);
    else {
      expectArrival(open);
      go(open);
    }
  }, [go, open]);
  // Spec §2; not while somebody types (decision 39), as the table of keys says.
  useReviewKeys({
    "image.next": () => (position ? go(position.next) : undefined),
    "image.previous": () => (position ? go(position.previous) : undefined),
    "image.open": goOn,
    "image.list": () => void navigate(toImages(place, slug)),
  });
  const next = position?.next ?? null;
  usePreload(slug, next);
  usePreload(slug, position?.previous ?? null);
  usePreload(slug, open === next ? null : open);
  return { position, go, goOn };
}

/** For whoever is done, and has keys. */
function wayBack(): string {
  const [key] = reviewKeys.keys("image.list");
  return key === undefined || isTouching() ? "" : ` ${chordText(key)} leads back to the list.`;
}

/** Others work through the same list: what they have done, or have on the screen, is not to be the next one here. */
const KEPT_FRESH = {
  staleTime: 10_000,
  refetchInterval: 15_000,
  // The query gives nothing else.
  structuralSharing: (old: unknown, now: unknown) =>
    replaceEqualDeep(old, keepKnownOrder(old as EventOrder | undefined, now as EventOrder)),
} as const;

/** An image is there before somebody asks for it, its picture decoded, for as long as it is a neighbour. */
function usePreload(slug: string, sid: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (sid === null) return undefined;
    let release: (() => void) | null = null;
    // An observer of its own: what it gets keeps, and nothing on the screen is drawn again for it.
    const observer = new QueryObserver(
      queryClient,
      trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid: sid }, PRELOADED),
    );
    const load = ({ data }: { data: { src: string } | undefined }): void => {
      if (data !== undefined) release ??= preloadPreview(photoUrl(data.src, 2048));
    };
    const stop = observer.subscribe(load);
    load(observer.getCurrentResult());
    return () => {
      stop();
      release?.();
    };
  }, [queryClient, slug, sid]);
}

/** Whoever goes there looks at once whether it still is so. */
const PRELOADED = { ...IMAGE_CACHE_OPTIONS, staleTime: 60_000 } as const;
