import { REPORT_FIELDS, REPORT_FIELD_TITLES, type ReportField, type ReportRow } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import { IMMUTABLE } from "./immutable.ts";
import styles from "./Report.module.css";
import { useReportSearch } from "./use-report-search.ts";

type NumberedRow = ReportRow & { key: number };

const isCode = (field: ReportField): boolean => field === "code" || field === "quantity";
const COLUMNS: TableColumnsType<NumberedRow> = REPORT_FIELDS.map((field) => ({
  key: field,
  dataIndex: field,
  title: REPORT_FIELD_TITLES[field],
  align: field === "quantity" ? "right" : "left",
  onCell: () => (isCode(field) ? { className: "pc-code" } : {}),
}));

/** A report's rows, a page at a time. */
export function RowsView(): ReactElement {
  const { address, search, change } = useReportSearch();
  const table = `report.${address.reportSid}`;
  const paging = pagingOf(table, search);
  const query = useQuery(
    trpc.project.fetchReportRows.queryOptions(
      { ...address, ...paging },
      { ...IMMUTABLE, placeholderData: keepPreviousData },
    ),
  );
  usePaging(table, search, query.data?.total, change);
  if (query.isPending) return <LoadingRows />;
  return (
    <Table<NumberedRow>
      className={`pc-panel ${styles["rows"] ?? ""}`}
      size="small"
      columns={COLUMNS}
      dataSource={query.data?.items.map((row, key) => ({ ...row, key })) ?? []}
      pagination={tablePages(paging, query.data?.total ?? 0)}
      locale={{ emptyText: <EmptyState text="No sticker was approved, so there is nothing to report." /> }}
      onChange={({ current, pageSize }) => change({ page: current ?? 1, ...(pageSize ? { pageSize } : {}) })}
    />
  );
}
