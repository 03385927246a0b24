import type { Area, AreaPace, Project } from "@precount/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLiveAreas } from "../../../lib/live-areas.ts";
import { useLiveEvent } from "../../../lib/live.ts";
import { trpc } from "../../../lib/trpc.ts";

const PACE_EVERY_MS = 30_000;
/** The pace is no stopwatch: it is asked for once what changed has come to rest. */
const PACE_QUIET_MS = 3000;

export type WallData = {
  event: Project;
  areas: readonly Area[];
  pace: AreaPace;
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
  const isLost = !isOnline || pace.isError || pace.failureCount > 0 || pace.fetchStatus === "paused";
  const asOfMs = Date.parse(pace.data.asOf);
  return {
    event,
    areas,
    pace: pace.data,
    aheadMs: asOfMs - pace.dataUpdatedAt,
    lostSinceMs: isLost ? asOfMs : null,
  };
}

function onConnection(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
