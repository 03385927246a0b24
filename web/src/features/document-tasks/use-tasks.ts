import { TASK_REFRESH_MS } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLiveEvent } from "../../shared/live/live.ts";
import type { Paging } from "../../shared/paging/paging.ts";
import { type Answers, trpc } from "../../shared/api/trpc.ts";

type Tasks = {
  /** Undefined until it is known. */
  list: Answers["task"]["fetchTasksByProject"] | undefined;
  isFetching: boolean;
  /** The last look at it came to nothing. */
  isStale: boolean;
  refresh: () => void;
};

/**
 * One page of an event's tasks. It is looked at anew whenever the server tells of a task, and every 15 s while any is under
 * way, whatever page that one stands on (decision 50): the stream may be down. What is there stays when a look fails.
 */
export function useTasks(slug: string, paging: Paging): Tasks {
  useLiveEvent(slug, [trpc.task.fetchTasksByProject.queryKey()], null, "task");
  const { data, isFetching, isError, refetch } = useQuery(
    trpc.task.fetchTasksByProject.queryOptions(
      { projectId: slug, ...paging },
      {
        placeholderData: keepPreviousData,
        throwOnError: (_error, { state }) => state.data === undefined,
        refetchInterval: ({ state }) => (state.data && state.data.moving > 0 ? TASK_REFRESH_MS : false),
      },
    ),
  );
  return { list: data, isFetching, isStale: isError, refresh: () => void refetch() };
}
