import { REPORT_GROUP_SORTS, REPORT_PAGES, type ReportGroup, type ReportGrouping } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { type ReactElement, useMemo } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import styles from "./Report.module.css";
import { groupInUrl, groupTitle } from "./group-names.ts";
import { figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

const WORDS: Readonly<Record<ReportGrouping, { title: string; search: string; empty: string }>> = {
  area: { title: "Area", search: "Search areas", empty: "The report has no rows." },
  department: { title: "Department", search: "Search departments", empty: "The report has no rows." },
};

const columnsFor = (by: ReportGrouping, onOpen: (name: string) => void): TableColumnsType<ReportGroup> => [
  {
    key: "name",
    title: WORDS[by].title,
    sorter: true,
    render: (_, { name }) => (
      <Button type="link" className={styles["group"] ?? ""} onClick={() => onOpen(name)}>
        <bdi>{name === "" ? groupTitle(by, name) : name}</bdi>
      </Button>
    ),
  },
  { key: "skus", title: "SKUs", align: "right", responsive: ["sm"], render: (_, { skus }) => figure(skus) },
  { key: "rows", title: "Stickers", align: "right", sorter: true, render: (_, { rows }) => figure(rows) },
  { key: "quantity", title: "Quantity", align: "right", sorter: true, render: (_, { quantity }) => figure(quantity) },
];

/** The rows summed by area or department. A click shows the rows of one. */
export function GroupsView({ by }: { by: ReportGrouping }): ReactElement {
  const { input, search, change } = useReportSearch();
  const { search: text } = search;
  const sort = REPORT_GROUP_SORTS.find((known) => known === search.sort) ?? "name";
  const table = useTableState(`report.${by}.${input.reportSid}`, search, change, REPORT_PAGES);
  const query = useQuery(
    trpc.report.fetchGroups.queryOptions(
      { ...input, ...table.paging, by, sort, ...(text && { search: text }) },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<ReportGroup>(table, query.data?.total, REPORT_GROUP_SORTS);
  const columns = useMemo(
    () =>
      columnsFor(by, (name) =>
        change({ view: undefined, search: undefined, sort: undefined, page: 1, [by]: groupInUrl(name) }),
      ),
    [by, change],
  );
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox label={WORDS[by].search} value={text} onSearch={(found) => change({ search: found, page: 1 })} />
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<ReportGroup>
          {...tableProps}
          // Fits every screen: a table that scrolls sideways is not usable by keyboard.
          scroll={{}}
          className={`pc-panel ${styles["rows"] ?? ""}`}
          size="small"
          rowKey="name"
          columns={withSortOrder(columns, sort)}
          dataSource={query.data?.items ?? []}
          locale={{ emptyText: <EmptyState text={text ? "Nothing matches the search." : WORDS[by].empty} /> }}
        />
      )}
    </>
  );
}
