import { PROJECT_STATUSES, canSeeProject, may } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { useMedia } from "../../shared/browser/use-media.ts";
import { LIST_QUERY_OPTIONS } from "../../shared/paging/list-query-options.ts";
import { EVENT_SORTS, parseEventsSearch } from "../../shared/paging/search.ts";
import { withSortOrder } from "../../shared/paging/sort.ts";
import { useTable, useTableProps } from "../../shared/paging/use-table.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { StatusFilter } from "../../ui/StatusFilter.tsx";
import { clickableRow } from "../../ui/clickable-row.ts";
import { PROJECT_STATUS_DISPLAY } from "../../ui/status-display.tsx";
import { COLUMNS, type ListedEvent, PHONE_COLUMNS, toEvent } from "./columns.tsx";
import styles from "./EventsTable.module.css";
import { useSummaries } from "./use-summaries.ts";

export function EventsTable({ isArchived }: { isArchived: boolean }): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const table = useTable(isArchived ? "archives" : "events", parseEventsSearch);
  const { search: text, status, sort } = table.search;
  const input = {
    isArchived,
    ...table.paging,
    ...(text && { search: text }),
    ...(status && { status }),
    ...(sort && { sort }),
  };
  const query = useQuery(trpc.project.fetchProjects.queryOptions(input, { ...LIST_QUERY_OPTIONS, throwOnError: true }));
  const summaryOf = useSummaries(input);
  const tableProps = useTableProps<ListedEvent>(table, query.data?.total, EVENT_SORTS);
  const isPhone = useMedia("(max-width: 600px)");
  const statuses = PROJECT_STATUSES.filter(
    (option) => option !== "archived" && canSeeProject(user, { status: option, groups: "any" }),
  );
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox label="Search events" value={text} onSearch={(found) => table.change({ search: found, page: 1 })} />
        {!isArchived && (
          <StatusFilter
            label="Status"
            displays={PROJECT_STATUS_DISPLAY}
            options={statuses}
            value={status ?? []}
            onChange={(chosen) => table.change({ status: chosen.length > 0 ? chosen : undefined, page: 1 })}
          />
        )}
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<ListedEvent>
          {...tableProps}
          rowKey="sid"
          columns={withSortOrder(isPhone ? PHONE_COLUMNS : COLUMNS, sort)}
          dataSource={(query.data?.items ?? []).map((event) => Object.assign({ summary: summaryOf(event.sid) }, event))}
          locale={{
            emptyText: <NoEvents isArchived={isArchived} isFiltered={text !== undefined || status !== undefined} />,
          }}
          onRow={(event) => clickableRow(() => void navigate(toEvent(event)))}
        />
      )}
    </>
  );
}

function NoEvents({ isArchived, isFiltered }: { isArchived: boolean; isFiltered: boolean }): ReactElement {
  const mayCreate = may(useAuthUser(), "project.create").ok;
  if (isFiltered) return <EmptyState text="No event matches. Clear the search or the status to see all events." />;
  if (isArchived) {
    return <EmptyState text="No archived events. An admin can archive a completed or discarded event from its menu." />;
  }
  return mayCreate ? (
    <EmptyState text="There are no events yet. An event holds the photos of one count.">
      <Link to="/projects/create">Create the first one</Link>
    </EmptyState>
  ) : (
    <EmptyState text="There are no events yet. Events appear here when an admin creates them or gives you access." />
  );
}
