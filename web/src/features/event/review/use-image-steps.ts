import { preloadImage } from "@precount/annotator/react";
import { QueryObserver, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useContext, useEffect } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { isTouching } from "../../../shared/browser/pointer.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { imageSidIn, toImage, toProofSheet, useEventSection } from "../../../shared/images/event-section.ts";
import { IMAGE_CACHE_OPTIONS } from "../../../shared/images/image-cache-options.ts";
import {
  type EventOrder,
  type Position,
  countOnSheet,
  nextSheet,
  nextToReview,
  nextWithDoubts,
  positionIn,
  storedImageList,
} from "../../../shared/images/image-list.ts";
import { ORDER_OPTIONS } from "../../../shared/images/order-options.ts";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { chordText } from "../../../shared/keyboard/chord.ts";
import type { KeyPress } from "../../../shared/keyboard/key-action.ts";
import { visitedSearch } from "../../../shared/paging/list-visits.ts";
import { searchForNextImage } from "../../../shared/paging/search.ts";
import { reviewKeys, useReviewKeys } from "./keyboard/review-keys.ts";
import { type ImageReading, ReviewWalkContext } from "./keyboard/review-walk.ts";

export type ImageSteps = {
  position: Position | null;
  step: (direction: "previous" | "next") => void;
  /** How many photos wait on the proof sheet. 0 where it has no path. */
  onSheet: number;
  /** Opens the next image to review and moves the focus into it; shows a message when no other image is left. */
  goToNextPhoto: () => void;
  /** The same, but opens a proof sheet if several images without doubts are next. */
  goToNext: () => void;
  /** Opens the next image with doubtful readings, else the proof sheet of several images without doubts. @returns false without either */
  goToNextDoubtful: () => boolean;
  /** Opens an image at a reading. */
  openReading: (reading: ImageReading) => void;
};

/** The image's position in the list that the user came from, and the navigation to other images of it. */
export function useImageSteps(slug: string, imageSid: string): ImageSteps {
  const navigate = useNavigate();
  const { history } = useRouter();
  const section = useEventSection();
  const walk = useContext(ReviewWalkContext);
  const { data, withOrder, setOrder } = useEventOrder(slug, imageSid);
  const stored = storedImageList(slug);
  const existing = data && new Set(data.sids);
  const positionOf = (sid: string): Position | null =>
    (stored && positionIn(stored, sid, existing)) ?? (data ? positionIn(data.sids, sid) : null);
  const position = positionOf(imageSid);
  const toReview = data ? nextToReview(stored, data, imageSid) : null;
  const withDoubts = data ? nextWithDoubts(stored, data, imageSid) : null;
  const listPath = useLocation({ select: ({ pathname }) => pathname.replace(/\/images\/[^/]+$/, "") });
  // Replaces the history entry: the browser's Back leads to the list and not through all images that were reviewed.
  const go = (sid: string): void =>
    void navigate({ ...toImage(section, slug, sid), search: searchForNextImage, replace: true });
  const stepFrom = (sid: string, direction: "previous" | "next"): void => {
    const from = positionOf(sid) ?? position;
    if (from) go(from[direction]);
  };
  // The address changes before the image does. A second key press in between starts from the new address, so it is not lost.
  const step: ImageSteps["step"] = (direction) =>
    stepFrom(imageSidIn(history.location.pathname) ?? imageSid, direction);
  // A held key starts from the image on the screen, so that it skips no image.
  const stepByKey =
    (direction: "previous" | "next") =>
    ({ isRepeat }: KeyPress): void =>
      isRepeat ? stepFrom(imageSid, direction) : step(direction);
  const goOn = (order: EventOrder): void => {
    const next = nextToReview(stored, order, imageSid);
    if (next === null) feedback.success(`No other photo to review.${listKeyText()}`);
    else {
      walk?.expect(next);
      go(next);
    }
  };
  const goToNextPhoto = (): void => withOrder(goOn);
  const onSheet = section === "eventImages" && data !== undefined ? countOnSheet(data) : 0;
  const toSheet = (search: { after?: string }): void => void navigate({ ...toProofSheet(slug), search, replace: true });
  const goToNext = (): void =>
    withOrder((order) => {
      // Only from the event's images: the sheet has no path in the area grid or the archive.
      const hasSheet = section === "eventImages" && nextSheet(stored, order, imageSid).length > 0;
      if (hasSheet) toSheet({ after: imageSid });
      else goOn(order);
    });
  const goToNextDoubtful = (): boolean => {
    // Without the sheet's path, or a keyboard, each photo is approved by itself.
    if (section !== "eventImages" || data === undefined || isTouching()) return false;
    // The server knows it once the edits are saved.
    const now = { ...data, sure: [...new Set([...data.sure, imageSid])] };
    const hasSheet = nextSheet(stored, now, null).length > 1;
    if (withDoubts === null && !hasSheet) return false;
    setOrder(now);
    if (withDoubts === null) toSheet({});
    else {
      walk?.expect(withDoubts);
      go(withDoubts);
    }
    return true;
  };
  const openReading = ({ imageSid: sid, ...at }: ImageReading): void => {
    walk?.expect(sid, at);
    go(sid);
  };
  // Spec §2; not while text is typed (PD-39), as the table of keys says.
  useReviewKeys({
    "image.next": stepByKey("next"),
    "image.previous": stepByKey("previous"),
    "image.open": goToNextPhoto,
    "image.list": () => void navigate({ to: listPath, search: visitedSearch(listPath) }),
  });
  const next = position?.next ?? null;
  usePreload(slug, next);
  usePreload(slug, position?.previous ?? null);
  usePreload(slug, toReview === next ? null : toReview);
  usePreload(slug, withDoubts === next || withDoubts === toReview ? null : withDoubts);
  return { position, step, onSheet, goToNextPhoto, goToNext, goToNextDoubtful, openReading };
}

/** The images of an event in the order in which they are reviewed; undefined before they are loaded. */
function useEventOrder(slug: string, imageSid: string) {
  const { history } = useRouter();
  const queryClient = useQueryClient();
  const listQuery = trpc.image.listProjectImageSids.queryOptions({ slug }, ORDER_OPTIONS);
  const { data } = useQuery(listQuery);
  return {
    data,
    /** Acts now, or as soon as the order is loaded, unless the user goes elsewhere meanwhile: a fast key may come before it. */
    withOrder: (act: (order: EventOrder) => void): void => {
      if (data) return act(data);
      void queryClient.ensureQueryData(listQuery).then(
        (order) => (imageSidIn(history.location.pathname) === imageSid ? act(order) : undefined),
        // The query shows its error.
        () => undefined,
      );
    },
    setOrder: (order: NonNullable<typeof data>): void => void queryClient.setQueryData(listQuery.queryKey, order),
  };
}

/** Which key leads back to the list, for users with a keyboard. */
function listKeyText(): string {
  const [key] = reviewKeys.keys("image.list");
  return key === undefined || isTouching() ? "" : ` ${chordText(key)} leads back to the list.`;
}

/** Loads an image and decodes its preview before the user goes there, for as long as it is a neighbor. */
function usePreload(slug: string, sid: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (sid === null) return undefined;
    let release: (() => void) | null = null;
    // An observer keeps the data in the cache, and renders nothing.
    const observer = new QueryObserver(
      queryClient,
      trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid: sid }, PRELOAD_OPTIONS),
    );
    const load = ({ data }: { data: { src: string } | undefined }): void => {
      if (data !== undefined) release ??= preloadImage(photoUrl(data.src, 2048));
    };
    const stop = observer.subscribe(load);
    load(observer.getCurrentResult());
    return () => {
      stop();
      release?.();
    };
  }, [queryClient, slug, sid]);
}

/** The image is fetched again as soon as the user goes there. */
const PRELOAD_OPTIONS = { ...IMAGE_CACHE_OPTIONS, staleTime: 60_000 } as const;
