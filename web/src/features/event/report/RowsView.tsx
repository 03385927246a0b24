import { REPORT_PAGES, REPORT_ROW_SORTS, type ShownReportRow } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, Tag } from "antd";
import { type ReactElement, useMemo } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { PinnedTotals } from "./PinnedTotals.tsx";
import { REPORT_QUERY_OPTIONS } from "./report-query-options.ts";
import styles from "./Report.module.css";
import { groupName, groupTitle } from "./group-names.ts";
import { rowColumns } from "./row-columns.tsx";
import { useReportSearch } from "./use-report-search.ts";

/** The rows of a report with their evidence, page by page. */
export function RowsView(): ReactElement {
  const { slug, input, search, change } = useReportSearch();
  const { search: text, area, department } = search;
  const sort = REPORT_ROW_SORTS.find((known) => known === search.sort);
  const table = useTableState(`report.${input.reportSid}`, search, change, REPORT_PAGES);
  const query = useQuery(
    trpc.project.fetchReportRows.queryOptions(
      {
        ...input,
        ...table.paging,
        ...(sort && { sort }),
        ...(text && { search: text }),
        ...(area !== undefined && { area: groupName(area) }),
        ...(department !== undefined && { department: groupName(department) }),
      },
      { ...REPORT_QUERY_OPTIONS, placeholderData: keepPreviousData },
    ),
  );
  const tableProps = useTableProps<ShownReportRow>(table, query.data?.total, REPORT_ROW_SORTS);
  const columns = useMemo(() => rowColumns(slug), [slug]);
  const hasFilter = [text, area, department].some((value) => value !== undefined);
  return (
    <>
      <div className={styles["filters"]}>
        <SearchBox
          label="Search codes and descriptions"
          value={text}
          width={280}
          onSearch={(found) => change({ search: found, page: 1 })}
        />
        {area !== undefined && (
          <Tag closable onClose={() => change({ area: undefined, page: 1 })}>
            {groupTitle("area", groupName(area))}
          </Tag>
        )}
        {department !== undefined && (
          <Tag closable onClose={() => change({ department: undefined, page: 1 })}>
            <bdi>{groupTitle("department", groupName(department))}</bdi>
          </Tag>
        )}
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <>
          <Table<ShownReportRow>
            {...tableProps}
            // Fits every screen: a table that scrolls sideways is not usable by keyboard.
            scroll={{}}
            className={`pc-panel ${styles["rows"] ?? ""}`}
            size="small"
            rowKey="position"
            columns={withSortOrder(columns, sort)}
            dataSource={query.data?.items ?? []}
            locale={{
              emptyText: (
                <EmptyState
                  text={
                    hasFilter
                      ? "No row matches the filters."
                      : "The report has no rows: no photo with stickers was approved."
                  }
                />
              ),
            }}
          />
          {query.data && <PinnedTotals rows={query.data.total} quantity={query.data.quantity} isFiltered={hasFilter} />}
        </>
      )}
    </>
  );
}
