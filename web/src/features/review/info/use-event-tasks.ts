import { TASK_REFRESH_MS, type Task, isTaskListMoving } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../../lib/trpc.ts";

const STALE_MS = 60_000;
const NONE: readonly Task[] = [];

/**
 * The document tasks whose event description names the event (decision 51), newest first. All of its photos have the same:
 * who walks through them asks once.
 */
export function useEventTasks(eventSid: string, imageSid: string): readonly Task[] {
  const { data } = useQuery({
    queryKey: [...trpc.task.fetchTasksByImage.pathKey(), eventSid],
    queryFn: () => client.task.fetchTasksByImage.query({ imageSid }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data && isTaskListMoving(state.data) ? TASK_REFRESH_MS : false),
  });
  return data ?? NONE;
}
