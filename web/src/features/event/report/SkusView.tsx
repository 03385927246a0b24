import { REPORT_FIELD_TITLES, REPORT_PAGES, SKU_SORTS } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { type ReactElement, useMemo } from "react";
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

const columnsFor = (onOpen: (code: string) => void): TableColumnsType<SkuTotal> => [
  {
    key: "code",
    title: REPORT_FIELD_TITLES.code,
    sorter: true,
    render: (_, { code }) => (
      <Button type="link" className={`pc-code ${styles["group"] ?? ""}`} onClick={() => onOpen(code)}>
        {code}
      </Button>
    ),
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

/** The total quantity and the number of places of each SKU. A click shows its rows. */
export function SkusView(): ReactElement {
  const { input, search, change } = useReportSearch();
  const { search: text } = search;
  const sort = SKU_SORTS.find((known) => known === search.sort) ?? "code";
  const table = useTableState(`report.skus.${input.reportSid}`, search, change, REPORT_PAGES);
  const query = useQuery(
    trpc.project.fetchReportSkus.queryOptions(
      { ...input, ...table.paging, sort, ...(text && { search: text }) },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<SkuTotal>(table, query.data?.total, SKU_SORTS);
  const columns = useMemo(
    () => columnsFor((code) => change({ view: undefined, search: code, sort: undefined, page: 1 })),
    [change],
  );
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
          columns={withSortOrder(columns, sort)}
          dataSource={query.data?.items ?? []}
          locale={{
            emptyText: <EmptyState text={text ? "No SKU matches the search." : "The report has no SKUs."} />,
          }}
        />
      )}
    </>
  );
}
