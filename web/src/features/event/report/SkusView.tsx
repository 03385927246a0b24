import { REPORT_FIELD_TITLES, SKU_SORTS } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import styles from "./Report.module.css";
import { figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type SkuTotal = RouterOutputs["project"]["fetchReportSkus"]["items"][number];

const COLUMNS: TableColumnsType<SkuTotal> = [
  {
    key: "code",
    dataIndex: "code",
    title: REPORT_FIELD_TITLES.code,
    sorter: true,
    onCell: () => ({ className: "pc-code" }),
  },
  {
    key: "quantity",
    title: REPORT_FIELD_TITLES.quantity,
    align: "right",
    sorter: true,
    render: (_, { quantity }) => figure(quantity),
  },
  {
    key: "rows",
    title: "Places",
    align: "right",
    sorter: true,
    render: (_, { rows }) => figure(rows),
  },
];

/** The total quantity and the number of locations of each SKU. */
export function SkusView(): ReactElement {
  const { input, search, change } = useReportSearch();
  const { search: text, sort = "code" } = search;
  const table = useTableState(`report.skus.${input.reportSid}`, search, change);
  const query = useQuery(
    trpc.project.fetchReportSkus.queryOptions(
      { ...input, ...table.paging, sort, ...(text && { search: text }) },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<SkuTotal>(table, query.data?.total, SKU_SORTS);
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox label="Search SKUs" value={text} onSearch={(found) => change({ search: found, page: 1 })} />
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<SkuTotal>
          {...tableProps}
          // Fits every screen: a table that scrolls sideways is not usable by keyboard.
          scroll={{}}
          className={`pc-panel ${styles["rows"] ?? ""}`}
          size="small"
          rowKey="code"
          columns={withSortOrder(COLUMNS, sort)}
          dataSource={query.data?.items ?? []}
          locale={{
            emptyText: <EmptyState text={text ? "No SKU matches the search." : "The report has no SKUs."} />,
          }}
        />
      )}
    </>
  );
}
