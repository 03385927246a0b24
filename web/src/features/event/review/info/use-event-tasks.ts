import { type Project, TASK_REFRESH_MS, type Task, hasUnfinishedTask } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { client, trpc } from "../../../../shared/api/trpc.ts";

const STALE_MS = 60_000;
const NONE: readonly Task[] = [];

/**
 * The document tasks whose event description names the event (PD-51), newest first. They are the same for all of its
 * photos, so they are fetched once for the event.
 */
export function useEventTasks({ sid, slug }: Pick<Project, "sid" | "slug">, imageSid: string): readonly Task[] {
  const queryKey = [...trpc.task.fetchTasksByImage.pathKey(), sid];
  useLiveEvent(slug, [queryKey], null, "task");
  const { data } = useQuery({
    queryKey,
    queryFn: () => client.task.fetchTasksByImage.query({ imageSid }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data && hasUnfinishedTask(state.data) ? TASK_REFRESH_MS : false),
  });
  return data ?? NONE;
}
