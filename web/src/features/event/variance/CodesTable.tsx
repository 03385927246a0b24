import {
  CODE_SORTS,
  type CodeVariance,
  VARIANCE_FILTERS,
  VARIANCE_FILTER_TITLES,
  type VarianceFilter,
  type VarianceMeasure,
} from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select, Table, type TableColumnsType, Tag } from "antd";
import type { ReactElement } from "react";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import styles from "./Variance.module.css";
import { figureColumn } from "./figure-column.ts";
import { codeTitle, plainUnits, signedMoney, signedPercent, signedUnits } from "./format.ts";
import { useVarianceSearch } from "./use-variance-search.ts";

const COLUMNS: TableColumnsType<CodeVariance> = [
  {
    key: "code",
    title: "SKU",
    sorter: true,
    render: (_, { code, description }) => (
      <>
        <span className="pc-code">{codeTitle(code)}</span> <bdi>{description}</bdi>
      </>
    ),
  },
  {
    key: "department",
    title: "Department",
    responsive: ["lg"],
    render: (_, { department }) => <bdi>{department}</bdi>,
  },
  figureColumn("counted", "Counted", (row) => plainUnits(row.counted), { sorter: true }),
  figureColumn("expected", "Expected", (row) => plainUnits(row.expected), { sorter: true, responsive: ["sm"] }),
  figureColumn("difference", "Difference", (row) => signedUnits(row.difference), { sorter: true }),
  figureColumn("percent", "Percent", (row) => signedPercent(row.percent), { responsive: ["md"] }),
  figureColumn("value", "Value", (row) => signedMoney(row.value), { sorter: true, responsive: ["sm"] }),
];

/** All codes with their differences. */
export function CodesTable({ measure }: { measure: VarianceMeasure }): ReactElement {
  const { input, search, change } = useVarianceSearch();
  const { search: text, department, filter = "all", sort } = search;
  // The largest loss comes first.
  const shown = CODE_SORTS.find((known) => known === sort) ?? (measure === "value" ? "value" : "difference");
  const table = useTableState(`variance.codes.${input.project.slug}`, search, change);
  const query = useQuery(
    trpc.variance.fetchCodes.queryOptions(
      {
        ...input,
        ...table.paging,
        sort: shown,
        filter,
        ...(text && { search: text }),
        ...(department && { department }),
      },
      { placeholderData: keepPreviousData, throwOnError: true },
    ),
  );
  const tableProps = useTableProps<CodeVariance>(table, query.data?.total, CODE_SORTS);
  return (
    <>
      <div className={styles["filters"]}>
        <Select<VarianceFilter>
          aria-label="Show"
          style={{ minWidth: 220 }}
          value={filter}
          options={VARIANCE_FILTERS.map((value) => ({ value, label: VARIANCE_FILTER_TITLES[value] }))}
          onChange={(chosen) => change({ filter: chosen === "all" ? undefined : chosen, page: 1 })}
        />
        <SearchBox
          label="Search codes, descriptions and departments"
          value={text}
          onSearch={(found) => change({ search: found, page: 1 })}
        />
        {department !== undefined && (
          <Tag closable onClose={() => change({ department: undefined, page: 1 })}>
            Department: <bdi>{department}</bdi>
          </Tag>
        )}
      </div>
      {query.isPending ? (
        <LoadingRows />
      ) : (
        <Table<CodeVariance>
          {...tableProps}
          scroll={{}}
          size="small"
          rowKey="code"
          columns={withSortOrder(COLUMNS, shown)}
          dataSource={query.data?.items ?? []}
          locale={{ emptyText: <EmptyState text="No code matches these filters." /> }}
        />
      )}
    </>
  );
}
