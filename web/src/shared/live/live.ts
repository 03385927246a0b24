import { type PresentUser, presentUserSchema } from "@precount/domain";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";
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
const changeSchema = z.object({ kind: z.string() });

/**
 * While mounted, invalidates `keys` whenever something in the event changes, and after messages may have been missed.
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
  useEffect(() => {
    const refresh = debounce(() => {
      // Parses what was serialized from `keys` above.
      for (const queryKey of JSON.parse(fingerprint) as QueryKey[]) void queryClient.invalidateQueries({ queryKey });
    });
    const leaveStream = joinEventStream(slug, {
      ...(watched && { parameters: { image: watched.imageSid, tab: watched.tab } }),
      on: {
        change: (data) => {
          if (only === "any" || changeSchema.parse(JSON.parse(data)).kind === only) refresh.call();
        },
        presence: (data) => watched?.onPeople(peopleSchema.parse(JSON.parse(data))),
      },
      onOpen: (hasMissed) => {
        watched?.onOpen();
        if (hasMissed) refresh.call();
      },
    });
    return () => {
      leaveStream();
      refresh.cancel();
    };
  }, [slug, fingerprint, watched, only, queryClient]);
}

function debounce(act: () => void): { call: () => void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAtMs = 0;
  return {
    call: () => {
      const now = Date.now();
      if (timer === undefined) firstAtMs = now;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          timer = undefined;
          act();
        },
        Math.max(0, Math.min(DEBOUNCE_MS, firstAtMs + MAX_DELAY_MS - now)),
      );
    },
    cancel: () => clearTimeout(timer),
  };
}
