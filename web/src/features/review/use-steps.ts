import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { type Position, positionIn, storedImageList } from "../../lib/image-list.ts";
import { photoUrl } from "../../lib/photo-url.ts";
import { ofNextImage } from "../../lib/search.ts";
import { trpc } from "../../lib/trpc.ts";

/** Where the image stands in the list the person came from, and the ways to its neighbours. */
export function useSteps(slug: string, imageSid: string): { position: Position | null; go: (sid: string) => void } {
  const navigate = useNavigate();
  const { data } = useQuery(trpc.image.listProjectImageSids.queryOptions({ slug }, { staleTime: 30_000 }));
  const stored = storedImageList(slug);
  const existing = data && new Set(data.sids);
  const position =
    (stored && positionIn(stored, imageSid, existing)) ?? (data ? positionIn(data.sids, imageSid) : null);
  const go = useCallback(
    (sid: string) =>
      void navigate({
        to: "/projects/$projectId/eventImages/images/$imageId",
        params: { projectId: slug, imageId: sid },
        search: ofNextImage,
      }),
    [navigate, slug],
  );
  useKeys(position, go);
  usePreload(slug, position?.next);
  return { position, go };
}

/** Shift+Left and Shift+Right (spec §2), but not while somebody types (decision 39). */
function useKeys(position: Position | null, go: (sid: string) => void): void {
  const previous = position?.previous;
  const next = position?.next;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      const sid = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (sid === undefined) return;
      event.preventDefault();
      go(sid);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [previous, next, go]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** The next image is there before somebody asks for it. */
function usePreload(slug: string, sid: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (sid === undefined) return;
    void queryClient
      .ensureQueryData(trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid: sid }))
      .then(({ src }) => (new Image().src = photoUrl(src, 2048)))
      // Only a head start: whoever goes there is told what is wrong.
      .catch(() => undefined);
  }, [queryClient, slug, sid]);
}
