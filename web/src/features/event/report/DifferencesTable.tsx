import { REPORT_PAGES, SUM_SORTS, type SumDifference, type SumGrouping } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import styles from "./Report.module.css";
import { figure, signedFigure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

const TITLES: Readonly<Record<SumGrouping, string>> = { code: "SKU", area: "Area" };

const columnsFor = (by: SumGrouping): TableColumnsType<SumDifference> => [
  {
    key: "name",
    title: TITLES[by],
    sorter: true,
    render: (_, { name, description }) => (
      <>
        <span className={by === "code" ? "pc-code" : ""}>{name || "None"}</span> <bdi>{description}</bdi>
      </>
    ),
  },
  { key: "before", title: "Other event", align: "right", sorter: true, render: (_, { before }) => figure(before) },
  { key: "after", title: "This report", align: "right", sorter: true, render: (_, { after }) => figure(after) },
  {
    key: "difference",
    title: "Difference",
    align: "right",
    sorter: true,
    render: (_, { difference }) => signedFigure(difference),
  },
];

/** The units of this report and of another event's newest report, the largest differences first. */
export function DifferencesTable({ other }: { other: string }): ReactElement {
  const { input, search, change } = useReportSearch();
  const { search: text, by = "code" } = search;
  const sort = SUM_SORTS.find((known) => known === search.sort);
  const table = useTableState(`report.differences.${input.reportSid}`, search, change, REPORT_PAGES);
  const query = useQuery(
    trpc.report.fetchDifferences.queryOptions(
      { ...input, ...table.paging, other, by, ...(sort && { sort }), ...(text && { search: text }) },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<SumDifference>(table, query.data?.total, SUM_SORTS);
  return (
    <>
      <div className={styles["filters"]}>
        <SegmentedControl<SumGrouping>
          aria-label="Compare by"
          value={by}
          options={[
            { value: "code", label: "By code" },
            { value: "area", label: "By area" },
          ]}
          onChange={(chosen) => change({ by: chosen, page: 1, sort: undefined, search: undefined })}
        />
        <SearchBox
          label={by === "code" ? "Search codes and descriptions" : "Search areas"}
          value={text}
          onSearch={(found) => change({ search: found, page: 1 })}
        />
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<SumDifference>
          {...tableProps}
          scroll={{}}
          className={`pc-panel ${styles["rows"] ?? ""}`}
          size="small"
          rowKey="name"
          columns={withSortOrder(columnsFor(by), sort)}
          dataSource={query.data?.items ?? []}
          locale={{ emptyText: <EmptyState text="Nothing matches the search." /> }}
        />
      )}
    </>
  );
}
