import type { ReportException, ReportExceptionKind } from "@precount/domain";
import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Segmented, Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import { IMMUTABLE } from "./immutable.ts";
import styles from "./Report.module.css";
import { EXCEPTION_TITLES, figure } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type NumberedException = ReportException & { key: number };

const SUBJECTS: Readonly<Record<ReportExceptionKind, string>> = {
  "no-shelf": "Image",
  "area-without-photo": "Area",
  "image-rejected": "Image",
};

const columnsFor = (kind: ReportExceptionKind): TableColumnsType<NumberedException> => [
  {
    key: "subject",
    dataIndex: "subject",
    title: SUBJECTS[kind],
    onCell: () => ({ className: styles["subject"] ?? "" }),
  },
  { key: "detail", dataIndex: "detail", title: "What it is" },
];

/** What of the event the rows do not tell, or tell only in part: one kind at a time, all of it. */
export function ExceptionsView(): ReactElement {
  const { address, search, change } = useReportSearch();
  const { data: cover } = useSuspenseQuery(trpc.project.getReportCover.queryOptions(address));
  const [first] = cover.exceptions;
  if (!first) return <EmptyState text="Nothing is missing: every sticker is on a shelf, every area has a photo." />;
  const kind = cover.exceptions.find((one) => one.kind === search.kind)?.kind ?? first.kind;
  return (
    <>
      <div className={styles["filters"]}>
        <Segmented
          aria-label="Kind of exception"
          value={kind}
          options={cover.exceptions.map((one) => ({
            value: one.kind,
            label: `${EXCEPTION_TITLES[one.kind]} ${figure(one.count)}`,
          }))}
          onChange={(chosen) => change({ kind: chosen, page: 1 })}
        />
      </div>
      <ExceptionsOfKind key={kind} kind={kind} />
    </>
  );
}

function ExceptionsOfKind({ kind }: { kind: ReportExceptionKind }): ReactElement {
  const { address, search, change } = useReportSearch();
  const table = `report.exceptions.${address.reportSid}`;
  const paging = pagingOf(table, search);
  const query = useQuery(
    trpc.project.fetchReportExceptions.queryOptions(
      { ...address, ...paging, kind },
      { ...IMMUTABLE, placeholderData: keepPreviousData },
    ),
  );
  usePaging(table, search, query.data?.total, change);
  if (query.isPending) return <LoadingRows />;
  return (
    <Table<NumberedException>
      className={`pc-panel ${styles["rows"] ?? ""}`}
      size="small"
      columns={columnsFor(kind)}
      dataSource={query.data?.items.map((exception, key) => ({ ...exception, key })) ?? []}
      pagination={tablePages(paging, query.data?.total ?? 0)}
      onChange={({ current, pageSize }) => change({ page: current ?? 1, ...(pageSize ? { pageSize } : {}) })}
    />
  );
}
