import { type PersonHere, personHereSchema } from "@precount/domain";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { z } from "zod";

/** Changes come in bursts while photos are detected; one look at the server serves them all. */
const QUIET_MS = 400;
/** … but never longer than this without one. */
const AT_MOST_MS = 2000;
/** A stream that was refused (session ended, a proxy without its server) is asked for again after this. */
const REOPEN_MS = 5000;

/** One image, and who looks at it too. */
export type Watched = {
  imageSid: string;
  /** The page's own word for itself: when the stream ends, it is there no more. */
  tab: string;
  onPeople: (people: readonly PersonHere[]) => void;
  /** The stream runs, for the first time or again. */
  onOpen: () => void;
};
const peopleSchema = z.array(personHereSchema);

/**
 * While mounted, refreshes `keys` whenever something of the event changes, as the server tells over
 * server-sent events. After every break everything is looked at once. The browser
 * reconnects by itself after a broken line, but never after an answer that was no stream.
 * @param watched must stay the same object as long as it means the same
 */
export function useLiveEvent(slug: string, keys: readonly QueryKey[], watched: Watched | null = null): void {
  const queryClient = useQueryClient();
  const fingerprint = JSON.stringify(keys);
  useEffect(() => {
    const refresh = debounce(() => {
      // Made from `keys` two lines up: an array of query keys again.
      for (const queryKey of JSON.parse(fingerprint) as QueryKey[]) void queryClient.invalidateQueries({ queryKey });
    });
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let opened = false;
    const query = watched === null ? "" : `?image=${watched.imageSid}&tab=${watched.tab}`;
    const open = (): void => {
      source = new EventSource(`/api/projects/${encodeURIComponent(slug)}/events${query}`);
      source.addEventListener("change", refresh.call);
      source.addEventListener("presence", ({ data }: MessageEvent<string>) =>
        watched?.onPeople(peopleSchema.parse(JSON.parse(data))),
      );
      source.addEventListener("open", () => {
        watched?.onOpen();
        if (opened) refresh.call();
        opened = true;
      });
      source.addEventListener("error", ({ target }) => {
        if (target === source && source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      source.close();
      clearTimeout(timer);
      refresh.cancel();
    };
  }, [slug, fingerprint, watched, queryClient]);
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
