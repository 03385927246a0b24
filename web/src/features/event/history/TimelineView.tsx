import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import type { HistorySearch } from "../../../shared/paging/search.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { TimelineList } from "./TimelineList.tsx";
import type { HistoryViewProps } from "./view-props.ts";

/** The timeline of an event, newest entries first, with its filters. */
export function TimelineView({ slug, search, onSearch }: HistoryViewProps): ReactElement {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    trpc.history.fetchTimeline.infiniteQueryOptions(
      { project: { slug }, filters: toFilters(search) },
      { getNextPageParam: ({ next }) => next, throwOnError: true },
    ),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <HistoryFilters slug={slug} search={search} onSearch={onSearch} />
      {isPending && <LoadingRows />}
      {!isPending && items.length === 0 && <EmptyState text="Nothing in this event matches the filters." />}
      {items.length > 0 && <TimelineList items={items} onPerson={(person) => onSearch({ person })} />}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </>
  );
}

const toFilters = ({ kinds, person, area }: HistorySearch) => ({
  ...(kinds && { kinds }),
  ...(person && { personSid: person }),
  ...(area && { areaNumber: area }),
});
