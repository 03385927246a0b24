import { type Area, type AreaChanges, applyAreaChanges, areaUpdateSchema } from "@precount/domain";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { joinEventStream } from "./live-stream.ts";
import { trpc } from "../api/trpc.ts";

/** All screens learn at the same moment that their lists are stale; their requests are spread over this time. */
const REFETCH_SPREAD_MS = 1000;
/** A new stream starts with the changes of the last 10 s; an older list must be fetched again. */
const SERVER_MEMORY_MS = 10_000;

/** While mounted, applies the server's changes to the cached areas of the event (`trpc.area.fetchAllAreasWithStatus`). */
export function useLiveAreas(slug: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const queryKey = trpc.area.fetchAllAreasWithStatus.queryKey({ project: { slug } });
    return followAreas(queryClient, queryKey, (interest) => joinEventStream(slug, interest));
  }, [slug, queryClient]);
}

/** Applies the stream's changes to the areas cached under `queryKey`; returns a function that stops it. */
export function followAreas(
  queryClient: QueryClient,
  queryKey: QueryKey,
  join: (interest: Parameters<typeof joinEventStream>[1]) => () => void,
): () => void {
  const cache = queryClient.getQueryCache();
  const query = () => cache.find<Area[]>({ queryKey, exact: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes received during a fetch, whose answer may be older than they are. */
  let duringFetch: AreaChanges[] = [];
  const refetch = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey, exact: true });
    }, Math.random() * REFETCH_SPREAD_MS);
  };
  const apply = (changes: AreaChanges): void => {
    queryClient.setQueryData<Area[]>(queryKey, (areas) => areas && applyAreaChanges(areas, changes));
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== "updated" || event.query !== query()) return;
    if (event.action.type === "fetch") duringFetch = [];
    if (event.action.type !== "success" || event.action.manual) return;
    const missing = duringFetch;
    duringFetch = [];
    for (const changes of missing) apply(changes);
  });
  const leave = join({
    parameters: { areas: "1" },
    on: {
      areas: (data) => {
        const update = areaUpdateSchema.parse(JSON.parse(data));
        if ("stale" in update) return refetch();
        if (query()?.state.fetchStatus === "fetching") duringFetch.push(update);
        apply(update);
      },
    },
    onOpen: (hasMissed) => {
      const fetchedAtMs = query()?.state.dataUpdatedAt ?? 0;
      if (hasMissed || (fetchedAtMs > 0 && Date.now() - fetchedAtMs > SERVER_MEMORY_MS)) refetch();
    },
  });
  return () => {
    leave();
    unsubscribe();
    clearTimeout(timer);
  };
}
