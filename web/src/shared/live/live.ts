import { type PresentUser, presentUserSchema } from "@precount/domain";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";
import { trpc } from "../api/trpc.ts";
import { joinEventStream } from "./live-stream.ts";

/** Changes come in bursts while images are detected: one refresh after the burst is enough. */
const DEBOUNCE_MS = 400;
/** A refresh is not delayed longer than this. */
const MAX_DELAY_MS = 2000;

/** An image whose other viewers are announced. */
export type WatchedImage = {
  imageSid: string;
  /** Identifies this page: the server removes it from the viewers when its stream ends. */
  tab: string;
  onPeople: (people: readonly PresentUser[]) => void;
  /** The stream is open, for the first time or again. */
  onOpen: () => void;
};
const peopleSchema = z.array(presentUserSchema);

/** A change; the server sends more kinds than any one page uses. */
const changeSchema = z.object({ kind: z.string(), sid: z.string() });

/**
 * While mounted, invalidates `keys` whenever something in the event changes, and after messages may have been missed. Other cached images
 * that changed are fetched again when they are opened.
 * @param watched must be the same object as long as its content is the same
 * @param only "task" ignores all changes but those of document tasks
 */
export function useLiveEvent(
  slug: string,
  keys: readonly QueryKey[],
  watched: WatchedImage | null = null,
  only: "task" | "any" = "any",
): void {
  const queryClient = useQueryClient();
  const fingerprint = JSON.stringify(keys);
  useEffect(
    () =>
      followEvent(
        queryClient,
        // Parses what was serialized from `keys` above.
        { slug, keys: JSON.parse(fingerprint) as QueryKey[], watched, only },
        (interest) => joinEventStream(slug, interest),
      ),
    [slug, fingerprint, watched, only, queryClient],
  );
}

type Followed = { slug: string; keys: readonly QueryKey[]; watched: WatchedImage | null; only: "task" | "any" };

/** Does what `useLiveEvent` says, until the returned function is called. */
export function followEvent(
  queryClient: QueryClient,
  { slug, keys, watched, only }: Followed,
  join: (interest: Parameters<typeof joinEventStream>[1]) => () => void,
): () => void {
  const refresh = debounce(() => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  });
  // A new stream repeats only the last change of several that came before it.
  let mayHaveMissed = true;
  const leaveStream = join({
    ...(watched && { parameters: { image: watched.imageSid, tab: watched.tab } }),
    on: {
      change: (data) => {
        const { kind, sid } = changeSchema.parse(JSON.parse(data));
        if (mayHaveMissed) markStale(queryClient, slug, "all");
        else if (kind === "image") markStale(queryClient, slug, sid);
        mayHaveMissed = false;
        if (only === "any" || kind === only) refresh.call();
      },
      presence: (data) => watched?.onPeople(peopleSchema.parse(JSON.parse(data))),
    },
    onOpen: (hasMissed) => {
      mayHaveMissed = true;
      watched?.onOpen();
      if (hasMissed) refresh.call();
    },
  });
  return () => {
    leaveStream();
    refresh.flush();
  };
}

/** Marks a cached image of the event, or all of them, as changed at the server; those on the screen are not fetched again by this. */
function markStale(queryClient: QueryClient, slug: string, imageSid: string): void {
  const queryKey = trpc.image.getProjectImage.queryKey(
    imageSid === "all" ? { projectSlug: slug } : { projectSlug: slug, imageSid },
  );
  void queryClient.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Calls `act` once after a burst of calls; `flush` does so now if it is due. */
function debounce(act: () => void): { call: () => void; flush: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAtMs = 0;
  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    act();
  };
  return {
    call: () => {
      const now = Date.now();
      if (timer === undefined) firstAtMs = now;
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(DEBOUNCE_MS, firstAtMs + MAX_DELAY_MS - now)));
    },
    flush,
  };
}
