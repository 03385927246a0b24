import type { Area, AreaThroughput, Project } from "@precount/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useLiveAreas } from "../../../../shared/live/live-areas.ts";
import { joinEventStream } from "../../../../shared/live/live-stream.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { trpc } from "../../../../shared/api/trpc.ts";

const PACE_EVERY_MS = 30_000;
/** The pace is no stopwatch: it is asked for once what changed has come to rest. */
const PACE_QUIET_MS = 3000;

export type WallData = {
  event: Project;
  areas: readonly Area[];
  pace: AreaThroughput;
  /** What the server's clock is ahead of ours, ms: pace and clock on the wall go by the server's. */
  aheadMs: number;
  /** Since when nothing is heard of the server, by its clock, ms; null while it is. What is shown is from then. */
  lostSinceMs: number | null;
};

/** All that a wall shows, kept as it is now. What it last knew stays when the network does not. */
export function useWall(slug: string): WallData {
  const queryClient = useQueryClient();
  const project = useMemo(() => ({ project: { slug } }), [slug]);
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const { data: areas, dataUpdatedAt: areasAt } = useSuspenseQuery(
    trpc.area.fetchAllAreasWithStatus.queryOptions(project),
  );
  const pace = useSuspenseQuery(
    trpc.area.fetchPace.queryOptions(project, {
      refetchInterval: PACE_EVERY_MS,
      // Nobody touches a wall, so that its browser may think nobody looks.
      refetchIntervalInBackground: true,
    }),
  );
  useLiveAreas(slug);
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug })]);
  const brokenAtMs = useBroken(slug);
  const { dataUpdatedAt: paceAt } = pace;
  useEffect(() => {
    if (areasAt <= paceAt) return undefined;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: trpc.area.fetchPace.queryKey(project) }),
      PACE_QUIET_MS,
    );
    return () => clearTimeout(timer);
  }, [areasAt, paceAt, project, queryClient]);
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  const isFailing = !isOnline || pace.isError || pace.failureCount > 0 || pace.fetchStatus === "paused";
  const asOfMs = Date.parse(pace.data.asOf);
  const aheadMs = asOfMs - paceAt;
  const lostSinceMs = brokenAtMs === null ? asOfMs : brokenAtMs + aheadMs;
  return { event, areas, pace: pace.data, aheadMs, lostSinceMs: isFailing || brokenAtMs !== null ? lostSinceMs : null };
}

/** When the stream of the event's news broke, by our clock; null while it runs. */
function useBroken(slug: string): number | null {
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
          void queryClient.invalidateQueries({ queryKey: trpc.area.fetchPace.queryKey({ project: { slug } }) });
        },
      }),
    [slug, queryClient],
  );
  return brokenAtMs;
}

function onConnection(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
