import { REPORT_FIELD_TITLES, SKU_SORTS } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { sortOf, sortOrderOf } from "../../../shared/paging/sort.ts";
import { type Answers, trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import { IMMUTABLE } from "./immutable.ts";
import styles from "./Report.module.css";
import { figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type SkuTotal = Answers["project"]["fetchReportSkus"]["items"][number];

const columnsFor = (sort: string): TableColumnsType<SkuTotal> => [
  {
    key: "code",
    dataIndex: "code",
    title: REPORT_FIELD_TITLES.code,
    sorter: true,
    sortOrder: sortOrderOf(sort, "code"),
    onCell: () => ({ className: "pc-code" }),
  },
  {
    key: "quantity",
    title: REPORT_FIELD_TITLES.quantity,
    align: "right",
    sorter: true,
    sortOrder: sortOrderOf(sort, "quantity"),
    render: (_, { quantity }) => figure(quantity),
  },
  {
    key: "rows",
    title: "Places",
    align: "right",
    sorter: true,
    sortOrder: sortOrderOf(sort, "rows"),
    render: (_, { rows }) => figure(rows),
  },
];

/** How many pieces of each SKU there are, and in how many places they stand. */
export function SkusView(): ReactElement {
  const { address, search, change } = useReportSearch();
  const { search: text, sort = "code" } = search;
  const table = `report.skus.${address.reportSid}`;
  const paging = pagingOf(table, search);
  const query = useQuery(
    trpc.project.fetchReportSkus.queryOptions(
      { ...address, ...paging, sort, ...(text && { search: text }) },
      { ...IMMUTABLE, placeholderData: keepPreviousData },
    ),
  );
  usePaging(table, search, query.data?.total, change);
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox label="Search SKUs" value={text} onSearch={(found) => change({ search: found, page: 1 })} />
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<SkuTotal>
          className={`pc-panel ${styles["rows"] ?? ""}`}
          size="small"
          rowKey="code"
          columns={columnsFor(sort)}
          dataSource={query.data?.items ?? []}
          pagination={tablePages(paging, query.data?.total ?? 0)}
          locale={{
            emptyText: <EmptyState text={text ? "No SKU has these digits." : "There is nothing to add up."} />,
          }}
          onChange={({ current, pageSize }, _filters, sorter) => {
            const wanted = sortOf(sorter);
            change({
              page: pageSize === paging.pageSize ? (current ?? 1) : 1,
              pageSize: pageSize ?? paging.pageSize,
              sort: SKU_SORTS.find((known) => known === wanted),
            });
          }}
        />
      )}
    </>
  );
}
