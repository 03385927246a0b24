import { TASK_REFRESH_MS } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLiveEvent } from "../../shared/live/live.ts";
import type { Paging } from "../../shared/paging/paging.ts";
import { type RouterOutputs, trpc } from "../../shared/api/trpc.ts";

type Tasks = {
  /** Undefined while loading. */
  list: RouterOutputs["task"]["fetchTasksByProject"] | undefined;
  isFetching: boolean;
  /** Whether the last refresh failed. */
  isStale: boolean;
  refresh: () => void;
};

/**
 * One page of an event's tasks. It refetches on live updates, and every 15 s while any task of the event is in progress, because the
 * stream may be down (PD-50). A failed refetch keeps the last data.
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
