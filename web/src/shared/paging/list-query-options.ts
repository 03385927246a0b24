import { keepPreviousData } from "@tanstack/react-query";

/** For queries of lists: keep the previous page while the next one loads, and the last data when a refetch fails. */
export const LIST_QUERY_OPTIONS = {
  placeholderData: keepPreviousData,
  throwOnError: (_error: unknown, { state }: { state: { data?: unknown } }) => state.data === undefined,
} as const;
