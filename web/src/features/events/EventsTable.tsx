import { PROJECT_STATUSES, type ProjectListItem, canSeeProject, may } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { toImages } from "../../shared/images/event-section.ts";
import { EVENT_SORTS, type EventsSearch } from "../../shared/paging/search.ts";
import { sortOf, sortOrderOf } from "../../shared/paging/sort.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { useMedia } from "../../shared/browser/use-media.ts";
import { pagingOf, usePaging } from "../../shared/paging/use-paging.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ProgressCell } from "../../ui/ProgressCell.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { StatusFilter } from "../../ui/StatusFilter.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY } from "../../ui/status-display.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { tablePages } from "../../ui/table.ts";
import styles from "./EventsTable.module.css";

type Changes = { [K in keyof EventsSearch]?: EventsSearch[K] | undefined };
type Props = { isArchived: boolean; search: EventsSearch; onSearch: (changes: Changes) => void };

const toEvent = ({ isArchived, slug }: ProjectListItem) => toImages(isArchived ? "archives" : "eventImages", slug);

/** On a phone an event is one cell, with what one decides by under its name: nothing slides sideways. */
const columnsFor = (sort: string | undefined, isPhone: boolean): TableColumnsType<ProjectListItem> => [
  {
    key: "name",
    title: "Name",
    sorter: true,
    sortOrder: sortOrderOf(sort, "name"),
    render: (_, event) => (
      <>
        <Link {...toEvent(event)} className={styles["name"]} title={event.name} dir="auto">
          {event.name}
        </Link>
        {isPhone && (
          <div className={styles["under"]}>
            <StatusTag display={PROJECT_STATUS_DISPLAY[event.status]} />
            <ProgressCell percent={event.progress} label={`Progress of ${event.name}`} />
            <span className="pc-quiet">{event.images.total === 1 ? "1 image" : `${event.images.total} images`}</span>
          </div>
        )}
      </>
    ),
  },
  {
    key: "status",
    hidden: isPhone,
    title: "Status",
    sorter: true,
    sortOrder: sortOrderOf(sort, "status"),
    render: (_, event) => <StatusTag display={PROJECT_STATUS_DISPLAY[event.status]} />,
  },
  {
    key: "progress",
    hidden: isPhone,
    title: "Progress",
    render: (_, event) => <ProgressCell percent={event.progress} label={`Progress of ${event.name}`} />,
  },
  {
    key: "valid",
    hidden: isPhone,
    title: "Valid detections",
    align: "right",
    render: (_, event) => (event.images.total === 0 ? "–" : `${event.validDetectionPercent} %`),
  },
  { key: "images", title: "Images", align: "right", hidden: isPhone, render: (_, event) => event.images.total },
  {
    key: "createdAt",
    hidden: isPhone,
    title: "Created",
    sorter: true,
    sortOrder: sortOrderOf(sort, "createdAt"),
    render: (_, event) => <DateText iso={event.createdAt} />,
  },
];

export function EventsTable({ isArchived, search, onSearch }: Props): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const table = isArchived ? "archives" : "events";
  const paging = pagingOf(table, search);
  const { search: text, status, sort } = search;
  const query = useQuery(
    trpc.project.fetchProjects.queryOptions(
      { isArchived, ...paging, ...(text && { search: text }), ...(status && { status }), ...(sort && { sort }) },
      { placeholderData: keepPreviousData, throwOnError: true },
    ),
  );
  usePaging(table, search, query.data?.total, onSearch);
  const mayCreate = may(user, "project.create").ok;
  const isPhone = useMedia("(max-width: 600px)");
  const isFiltered = text !== undefined || status !== undefined;
  const firstPage = { page: 1 };
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox label="Search events" value={text} onSearch={(found) => onSearch({ search: found, ...firstPage })} />
        {!isArchived && (
          <StatusFilter
            label="Status"
            displays={PROJECT_STATUS_DISPLAY}
            options={PROJECT_STATUSES.filter(
              (option) => option !== "archived" && canSeeProject(user, { status: option, groups: "any" }),
            )}
            value={status ?? []}
            onChange={(chosen) => onSearch({ status: chosen.length > 0 ? chosen : undefined, ...firstPage })}
          />
        )}
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<ProjectListItem>
          className="pc-panel"
          size="middle"
          rowKey="sid"
          columns={columnsFor(sort, isPhone)}
          dataSource={query.data?.items ?? []}
          scroll={{ x: "max-content" }}
          pagination={tablePages(paging, query.data?.total ?? 0)}
          locale={{
            emptyText: (
              <EmptyState text={emptyText({ isArchived, isFiltered, mayCreate })}>
                {!isArchived && !isFiltered && mayCreate && <Link to="/projects/create">Create the first one</Link>}
              </EmptyState>
            ),
          }}
          onRow={(event) => ({
            className: styles["row"] ?? "",
            onClick: () => void navigate(toEvent(event)),
          })}
          onChange={({ current, pageSize }, _filters, sorter) => {
            const wanted = sortOf(sorter);
            onSearch({
              page: pageSize === paging.pageSize ? (current ?? 1) : 1,
              pageSize: pageSize ?? paging.pageSize,
              sort: EVENT_SORTS.find((known) => known === wanted),
            });
          }}
        />
      )}
    </>
  );
}

type Emptiness = { isArchived: boolean; isFiltered: boolean; mayCreate: boolean };

function emptyText({ isArchived, isFiltered, mayCreate }: Emptiness): string {
  if (isFiltered) return "No event matches. Clear the search or the status to see them all.";
  if (isArchived) return "Nothing is archived. An admin archives an event that is completed or discarded, in its menu.";
  return mayCreate
    ? "There are no events yet. An event holds the photos of one count."
    : "There are no events yet. As soon as an admin has created one, it stands here.";
}
