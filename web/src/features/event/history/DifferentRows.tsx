import { REPORT_PAGES, type RowChange } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { RowChangesTable } from "../../../shared/report-changes/RowChangesTable.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import type { HistoryViewProps } from "./view-props.ts";

type Props = HistoryViewProps & { from: string; until: string };

/** The rows that a report would have had at one moment and not at the other. */
export function DifferentRows({ slug, from, until, search, onSearch }: Props): ReactElement {
  const table = useTableState(`history.rows.${slug}`, search, onSearch, REPORT_PAGES);
  const { data, error, isPending } = useQuery(
    trpc.history.fetchRowChanges.queryOptions(
      { project: { slug }, from, to: until, ...table.paging, ...(search.change && { kind: search.change }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<RowChange>(table, data?.total);
  if (error) return <Alert type="warning" showIcon title={errorMessage(error)} />;
  if (isPending) {
    return (
      <>
        <p className="pc-quiet">Comparing the rows of both moments. With many photos this takes a few seconds.</p>
        <LoadingRows />
      </>
    );
  }
  const { before, after } = data.units;
  return (
    <>
      <p className="pc-quiet">
        Units of the rows that differ: {before.toLocaleString("en-GB")} → {after.toLocaleString("en-GB")}
      </p>
      <RowChangesTable
        slug={slug}
        items={data.items}
        counts={data.counts}
        kind={search.change}
        tableProps={tableProps}
        emptyText="The report would have had the same rows at both moments."
        onKind={(kind) => onSearch({ change: kind, page: 1 })}
      />
    </>
  );
}
