import type { Area, AreaThroughput, Project } from "@precount/domain";
import { type QueryClient, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useOnline } from "../../../../shared/browser/use-online.ts";
import { useLiveAreas } from "../../../../shared/live/live-areas.ts";
import { joinEventStream } from "../../../../shared/live/live-stream.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { useProject } from "../../../../shared/api/use-project.ts";
import { trpc } from "../../../../shared/api/trpc.ts";

const PACE_REFRESH_MS = 30_000;
/** The delay after the last change before the pace is refetched. */
const PACE_DEBOUNCE_MS = 3000;

export type WallData = {
  event: Project;
  areas: readonly Area[];
  pace: AreaThroughput;
  /** Numbers of the areas with a photo, in the order of their first photos. */
  captured: readonly number[];
  /** The server's clock minus this browser's clock, ms. The wall uses the server's time. */
  aheadMs: number;
  /** The server time in ms at which the connection was lost, null while connected. The data is from that time. */
  lostSinceMs: number | null;
};

/** The live data of a wall view. It keeps the last data while the connection is lost. */
export function useWall(slug: string): WallData {
  const queryClient = useQueryClient();
  const event = useProject(slug);
  const { data: areas, dataUpdatedAt: areasAt } = useSuspenseQuery(
    trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }),
  );
  const pace = useSuspenseQuery(
    trpc.area.fetchPace.queryOptions(
      { project: { slug } },
      {
        refetchInterval: PACE_REFRESH_MS,
        // Without user input the browser may treat the page as hidden.
        refetchIntervalInBackground: true,
      },
    ),
  );
  const { data: captured } = useSuspenseQuery(trpc.area.fetchCaptureOrder.queryOptions({ project: { slug } }));
  useLiveAreas(slug);
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug })]);
  const brokenAtMs = useStreamBreak(slug);
  const { dataUpdatedAt: paceAt } = pace;
  useEffect(() => {
    if (areasAt <= paceAt) return undefined;
    const timer = setTimeout(() => refetchPace(queryClient, slug), PACE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [areasAt, paceAt, slug, queryClient]);
  const isOnline = useOnline();
  const isFailing = !isOnline || pace.isError || pace.failureCount > 0 || pace.fetchStatus === "paused";
  const asOfMs = Date.parse(pace.data.asOf);
  const aheadMs = asOfMs - paceAt;
  const lostSinceMs = brokenAtMs === null ? asOfMs : brokenAtMs + aheadMs;
  return {
    event,
    areas,
    pace: pace.data,
    captured,
    aheadMs,
    lostSinceMs: isFailing || brokenAtMs !== null ? lostSinceMs : null,
  };
}

/** Refetches what the live update of the areas does not contain. */
function refetchPace(queryClient: QueryClient, slug: string): void {
  const input = { project: { slug } };
  void queryClient.invalidateQueries({ queryKey: trpc.area.fetchPace.queryKey(input) });
  void queryClient.invalidateQueries({ queryKey: trpc.area.fetchCaptureOrder.queryKey(input) });
}

/** The local time at which the event stream broke, null while it is connected. */
function useStreamBreak(slug: string): number | null {
  const [brokenAtMs, setBroken] = useState<number | null>(null);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      joinEventStream(slug, {
        on: {},
        onBreak: () => setBroken((since) => since ?? Date.now()),
        onOpen: (hasMissed) => {
          setBroken(null);
          if (!hasMissed) return;
          refetchPace(queryClient, slug);
        },
      }),
    [slug, queryClient],
  );
  return brokenAtMs;
}
