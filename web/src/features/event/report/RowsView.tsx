import { REPORT_FIELDS, REPORT_FIELD_TITLES, type ReportField, type ReportRow } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
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

/** The rows of a report, page by page. */
export function RowsView(): ReactElement {
  const { input, search, change } = useReportSearch();
  const table = useTableState(`report.${input.reportSid}`, search, change);
  const query = useQuery(
    trpc.project.fetchReportRows.queryOptions(
      { ...input, ...table.paging },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<NumberedRow>(table, query.data?.total);
  if (query.isPending) return <LoadingRows />;
  return (
    <Table<NumberedRow>
      {...tableProps}
      // Fits every screen: a table that scrolls sideways is not usable by keyboard.
      scroll={{}}
      className={`pc-panel ${styles["rows"] ?? ""}`}
      size="small"
      columns={COLUMNS}
      dataSource={Array.from(query.data?.items ?? [], (row, key) => ({ ...row, key }))}
      locale={{ emptyText: <EmptyState text="The report has no rows: no photo with stickers was approved." /> }}
    />
  );
}
