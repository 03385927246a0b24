import { REPORT_PAGES, type RowChange } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { RowChangesTable } from "../../../shared/report-changes/RowChangesTable.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { useReportSearch } from "./use-report-search.ts";

/** The rows that differ between an earlier version and this report. */
export function ChangesTable({ beforeSid }: { beforeSid: string }): ReactElement {
  const { slug, input, search, change } = useReportSearch();
  const table = useTableState(`report.changes.${input.reportSid}`, search, change, REPORT_PAGES);
  const query = useQuery(
    trpc.report.fetchChanges.queryOptions(
      { ...input, ...table.paging, beforeSid, ...(search.change && { kind: search.change }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<RowChange>(table, query.data?.total);
  if (query.error) return <Alert type="warning" showIcon title={errorMessage(query.error)} />;
  if (query.isPending) return <LoadingRows />;
  return (
    <RowChangesTable
      slug={slug}
      {...query.data}
      kind={search.change}
      tableProps={tableProps}
      emptyText="Both versions have the same rows."
      onKind={(kind) => change({ change: kind, page: 1 })}
    />
  );
}
