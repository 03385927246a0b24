import { type PresentUser, presentUserSchema } from "@precount/domain";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";
import { joinEventStream } from "./live-stream.ts";

/** Changes come in bursts while photos are detected; one look at the server serves them all. */
const QUIET_MS = 400;
/** … but never longer than this without one. */
const AT_MOST_MS = 2000;

/** One image, and who looks at it too. */
export type Watched = {
  imageSid: string;
  /** The page's own word for itself: when the stream ends, it is there no more. */
  tab: string;
  onPeople: (people: readonly PresentUser[]) => void;
  /** The stream runs, for the first time or again. */
  onOpen: () => void;
};
const peopleSchema = z.array(presentUserSchema);

/** As the server tells what changed; of more kinds than any one page waits for. */
const changeSchema = z.object({ kind: z.string() });

/**
 * While mounted, refreshes `keys` whenever something of the event changes, as the server tells over
 * server-sent events. After every break, and after a long way to the first stream, everything is looked at once.
 * @param watched must stay the same object as long as it means the same
 * @param only whether any change counts, or those of document tasks alone
 */
export function useLiveEvent(
  slug: string,
  keys: readonly QueryKey[],
  watched: Watched | null = null,
  only: "task" | "any" = "any",
): void {
  const queryClient = useQueryClient();
  const fingerprint = JSON.stringify(keys);
  useEffect(() => {
    const refresh = debounce(() => {
      // Made from `keys` two lines up: an array of query keys again.
      for (const queryKey of JSON.parse(fingerprint) as QueryKey[]) void queryClient.invalidateQueries({ queryKey });
    });
    const leave = joinEventStream(slug, {
      ...(watched && { ask: { image: watched.imageSid, tab: watched.tab } }),
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
      leave();
      refresh.cancel();
    };
  }, [slug, fingerprint, watched, only, queryClient]);
}

function debounce(act: () => void): { call: () => void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt = 0;
  return {
    call: () => {
      const now = Date.now();
      if (timer === undefined) firstAt = now;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          timer = undefined;
          act();
        },
        Math.max(0, Math.min(QUIET_MS, firstAt + AT_MOST_MS - now)),
      );
    },
    cancel: () => clearTimeout(timer),
  };
}
