import { type Area, type AreaChanges, applyAreaChanges, areaUpdateSchema } from "@precount/domain";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { joinEventStream } from "./live-stream.ts";
import { trpc } from "../api/trpc.ts";

/** All screens are told at the same moment that their lists are stale; they do not all ask at the same moment. */
const SPREAD_MS = 1000;
/** The server tells a new stream what changed in the last seconds, not in the last minutes. */
const OLD_MS = 10_000;

/**
 * While mounted, the event's areas (`trpc.area.fetchAllAreasWithStatus`, wherever the page uses it) are as the server
 * tells that they are, without being asked for again.
 */
export function useLiveAreas(slug: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const queryKey = trpc.area.fetchAllAreasWithStatus.queryKey({ project: { slug } });
    return followAreas(queryClient, queryKey, (interest) => joinEventStream(slug, interest));
  }, [slug, queryClient]);
}

/** Keeps the list of areas under `queryKey` as the stream tells it; returns what ends it. */
export function followAreas(
  queryClient: QueryClient,
  queryKey: QueryKey,
  join: (interest: Parameters<typeof joinEventStream>[1]) => () => void,
): () => void {
  const cache = queryClient.getQueryCache();
  const query = () => cache.find<Area[]>({ queryKey, exact: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Told while a list was on its way, which may be from before it. */
  let meanwhile: AreaChanges[] = [];
  const readAgain = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey, exact: true });
    }, Math.random() * SPREAD_MS);
  };
  const apply = (changes: AreaChanges): void => {
    queryClient.setQueryData<Area[]>(queryKey, (areas) => areas && applyAreaChanges(areas, changes));
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== "updated" || event.query !== query()) return;
    if (event.action.type === "fetch") meanwhile = [];
    if (event.action.type !== "success" || event.action.manual) return;
    const told = meanwhile;
    meanwhile = [];
    for (const changes of told) apply(changes);
  });
  const leave = join({
    ask: { areas: "1" },
    on: {
      areas: (data) => {
        const news = areaUpdateSchema.parse(JSON.parse(data));
        if ("stale" in news) return readAgain();
        if (query()?.state.fetchStatus === "fetching") meanwhile.push(news);
        apply(news);
      },
    },
    onOpen: (hasMissed) => {
      const readAt = query()?.state.dataUpdatedAt ?? 0;
      if (hasMissed || (readAt > 0 && Date.now() - readAt > OLD_MS)) readAgain();
    },
  });
  return () => {
    leave();
    unsubscribe();
    clearTimeout(timer);
  };
}
