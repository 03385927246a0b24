import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { z } from "zod";
import { UNBATCHED, client, trpc } from "../../../shared/api/trpc.ts";
import { joinEventStream } from "../../../shared/live/live-stream.ts";
import type { WallImage } from "./wall-items.ts";

/** The server takes this many images in one call. */
const MAX_IMAGES = 200;
/** Changes come in bursts. */
const DEBOUNCE_MS = 400;
/** Long enough to look at a photo and come back. */
const KEEP_MS = 10 * 60_000;

const changeSchema = z.object({ kind: z.string(), sid: z.string() });

type Wall = {
  images: WallImage[];
  isLoading: boolean;
  /** Whether not all pages have arrived. */
  isPartial: boolean;
  error: unknown;
  /** Loads the rest after an error. */
  retry: () => void;
  refresh: (imageSids: readonly string[]) => Promise<void>;
  setSeen: (ids: ReadonlySet<string>, isSeen: boolean) => void;
};

/** All stickers of the event, page after page, kept current by the event's changes. */
export function useWall(slug: string): Wall {
  const input = { project: { slug } };
  const options = trpc.crop.fetchWall.infiniteQueryOptions(input, {
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: KEEP_MS,
    trpc: UNBATCHED,
  });
  const query = useInfiniteQuery(options);
  const { data, isPending, error, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    // After an error the user decides.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const { refresh, setSeen } = useWallCache(slug);
  useWallChanges(slug, refresh);
  const images = useMemo(() => data?.pages.flatMap((page) => page.images) ?? [], [data]);
  const retry = (): void => void fetchNextPage();
  return { images, isLoading: isPending, isPartial: hasNextPage, error, retry, refresh, setSeen };
}

/** Functions that change the cached images. */
function useWallCache(slug: string): Pick<Wall, "refresh" | "setSeen"> {
  const queryClient = useQueryClient();
  const change = useCallback(
    (map: (images: WallImage[], isLast: boolean) => WallImage[]): void => {
      const queryKey = trpc.crop.fetchWall.infiniteQueryKey({ project: { slug } });
      queryClient.setQueryData(
        queryKey,
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page, at) => ({ ...page, images: map(page.images, at === old.pages.length - 1) })),
          },
      );
    },
    [queryClient, slug],
  );
  const refresh = useCallback(
    async (imageSids: readonly string[]): Promise<void> => {
      for (let from = 0; from < imageSids.length; from += MAX_IMAGES) {
        const sids = imageSids.slice(from, from + MAX_IMAGES);
        const answer = await client.crop.fetchWallImages.query({ project: { slug }, sids }, UNBATCHED);
        const now = new Map(answer.images.map((image) => [image.sid, image]));
        const requested = new Set(sids);
        change((images, isLast) => {
          const kept = images.flatMap((image) => {
            const current = now.get(image.sid);
            now.delete(image.sid);
            return current ?? (requested.has(image.sid) ? [] : image);
          });
          return isLast ? [...kept, ...now.values()] : kept;
        });
      }
    },
    [slug, change],
  );
  const setSeen = useCallback(
    (ids: ReadonlySet<string>, isSeen: boolean): void =>
      change((images) =>
        images.map((image) => {
          const isMarked = (position: number): boolean => ids.has(`${image.detection.sid}:${position}`);
          if (!image.stickers.some(({ position }) => isMarked(position))) return image;
          const mark = (sticker: WallImage["stickers"][number]) =>
            isMarked(sticker.position) ? { ...sticker, isSeen } : sticker;
          return { ...image, stickers: image.stickers.map(mark) };
        }),
      ),
    [change],
  );
  return { refresh, setSeen };
}

/** Refetches images that change while the wall is open. */
function useWallChanges(slug: string, refresh: Wall["refresh"]): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      watchImages(
        slug,
        // A failed refresh is repeated by the next change; the stream reports a lost connection.
        (sids) => void refresh(sids).catch(() => undefined),
        () => void queryClient.invalidateQueries({ queryKey: trpc.crop.fetchWall.pathKey() }),
      ),
    [slug, refresh, queryClient],
  );
}

/** Reports the images that change, in bursts, and that changes may have been missed. Returns a function that ends it. */
function watchImages(slug: string, onChange: (sids: string[]) => void, onMissed: () => void): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    onChange([...changed]);
    changed.clear();
  };
  const leave = joinEventStream(slug, {
    on: {
      change: (data) => {
        const { kind, sid } = changeSchema.parse(JSON.parse(data));
        if (kind !== "image") return;
        changed.add(sid);
        timer ??= setTimeout(flush, DEBOUNCE_MS);
      },
    },
    onOpen: (hasMissed) => {
      if (hasMissed) onMissed();
    },
  });
  return () => {
    leave();
    clearTimeout(timer);
  };
}
