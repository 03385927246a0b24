import { EVERYONE, type ProjectListItem } from "@precount/domain";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { toImages } from "../../../shared/images/event-section.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { EVENT_SORTS, parseGroupEventsSearch } from "../../../shared/paging/search.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { useTable, useTableProps } from "../../../shared/paging/use-table.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";

const route = getRouteApi("/private/users/groups/$groupId/events");

const COLUMNS: TableColumnsType<ProjectListItem> = [
  {
    key: "name",
    title: "Name",
    sorter: true,
    render: (_, { name, slug, isArchived }) => (
      <Link {...toImages(isArchived ? "archives" : "eventImages", slug)} dir="auto">
        {name}
      </Link>
    ),
  },
  {
    key: "status",
    title: "Status",
    sorter: true,
    render: (_, { status }) => <StatusTag display={PROJECT_STATUS_DISPLAY[status]} />,
  },
  { key: "images", title: "Images", align: "right", render: (_, { images }) => images.total },
  {
    key: "createdAt",
    title: "Created",
    sorter: true,
    responsive: ["sm"],
    render: (_, { createdAt }) => <DateText iso={createdAt} />,
  },
];

/** The events that the count of a group counts, archived ones and previews too. */
export function GroupEventsScreen(): ReactElement {
  const { groupId: sid } = route.useParams();
  const { data: groups } = useSuspenseQuery(trpc.group.fetchGroups.queryOptions());
  const name = groups.find((group) => group.sid === sid)?.name ?? (sid === EVERYONE ? "Everyone" : "");
  const table = useTable("group-events", parseGroupEventsSearch);
  const { sort } = table.search;
  const events = useQuery(
    trpc.group.fetchGroupEvents.queryOptions(
      { sid, ...table.paging, ...(sort && { sort }) },
      { ...LIST_QUERY_OPTIONS, throwOnError: true },
    ),
  );
  const tableProps = useTableProps<ProjectListItem>(table, events.data?.total, EVENT_SORTS);
  return (
    <div className="pc-page" style={{ maxWidth: 800 }}>
      <div className="pc-titlebar">
        <h1>
          Events of <bdi>{name}</bdi>
        </h1>
        <span className="pc-quiet">{events.data?.total}</span>
        <span className="pc-grow" />
        <Link to="/users" search={{ group: sid }}>
          Users of this group
        </Link>
      </div>
      {events.isPending ? (
        <LoadingRows />
      ) : (
        <Table<ProjectListItem>
          {...tableProps}
          rowKey="sid"
          columns={withSortOrder(COLUMNS, sort)}
          dataSource={events.data?.items ?? []}
          locale={{
            emptyText: <EmptyState text="No event is in this group. Add one to it in the event's settings." />,
          }}
        />
      )}
    </div>
  );
}
