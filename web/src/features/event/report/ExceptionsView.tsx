import type { ReportException, ReportExceptionKind } from "@precount/domain";
import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import styles from "./Report.module.css";
import { EXCEPTION_TITLES, figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type NumberedException = ReportException & { key: number };

const SUBJECTS: Readonly<Record<ReportExceptionKind, string>> = {
  "no-shelf": "Image",
  "area-without-photo": "Area",
  "area-photo-rejected": "Area",
  "image-without-area": "Image",
  "image-not-counted": "Image",
  "image-rejected": "Image",
  "sticker-counted-once": "Image",
};

const columnsFor = (kind: ReportExceptionKind): TableColumnsType<NumberedException> => [
  {
    key: "subject",
    dataIndex: "subject",
    title: SUBJECTS[kind],
    onCell: () => ({ className: styles["subject"] ?? "" }),
  },
  { key: "detail", dataIndex: "detail", title: "Detail" },
];

/** The exceptions of a report: facts that its rows do not show. One kind at a time. */
export function ExceptionsView(): ReactElement {
  const { input, search, change } = useReportSearch();
  const { data: cover } = useSuspenseQuery(trpc.project.getReportCover.queryOptions(input));
  const [first] = cover.exceptions;
  if (!first) return <EmptyState text="No exceptions: every sticker is on a shelf, and every area has a photo." />;
  const kind = cover.exceptions.find((exception) => exception.kind === search.kind)?.kind ?? first.kind;
  return (
    <>
      <div className={styles["filters"]}>
        <SegmentedControl
          aria-label="Kind of exception"
          value={kind}
          options={cover.exceptions.map((exception) => ({
            value: exception.kind,
            label: `${EXCEPTION_TITLES[exception.kind]} ${figure(exception.count)}`,
          }))}
          onChange={(chosen) => change({ kind: chosen, page: 1 })}
        />
      </div>
      <ExceptionsOfKind key={kind} kind={kind} />
    </>
  );
}

function ExceptionsOfKind({ kind }: { kind: ReportExceptionKind }): ReactElement {
  const { input, search, change } = useReportSearch();
  const table = useTableState(`report.exceptions.${input.reportSid}`, search, change);
  const query = useQuery(
    trpc.project.fetchReportExceptions.queryOptions(
      { ...input, ...table.paging, kind },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<NumberedException>(table, query.data?.total);
  if (query.isPending) return <LoadingRows />;
  return (
    <Table<NumberedException>
      {...tableProps}
      // Fits every screen: a table that scrolls sideways is not usable by keyboard.
      scroll={{}}
      className={`pc-panel ${styles["rows"] ?? ""}`}
      size="small"
      columns={columnsFor(kind)}
      dataSource={Array.from(query.data?.items ?? [], (exception, key) => ({ ...exception, key }))}
    />
  );
}
