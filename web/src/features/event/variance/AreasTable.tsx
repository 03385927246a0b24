import { AREA_SORTS, type AreaVariance, type VarianceBasis } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { useTableProps, useTableState } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import styles from "./Variance.module.css";
import { figureColumn } from "./figure-column.ts";
import { areaTitle, plainUnits, signedMoney, signedUnits } from "./format.ts";
import { useVarianceSearch } from "./use-variance-search.ts";

const columns = (basis: VarianceBasis): TableColumnsType<AreaVariance> => [
  { key: "area", title: "Area", sorter: true, render: (_, { area }) => areaTitle(area.name) },
  figureColumn("stickers", "Stickers", (row) => plainUnits(row.stickers), { responsive: ["md"] }),
  figureColumn("counted", "Counted", (row) => plainUnits(row.counted), { sorter: true }),
  ...(basis === "previous"
    ? [figureColumn<AreaVariance>("expected", "Before", (row) => plainUnits(row.expected))]
    : []),
  figureColumn(
    "difference",
    basis === "previous" ? "Difference" : "Share of the differences",
    (row) => signedUnits(row.difference),
    { sorter: true },
  ),
  figureColumn("value", "Value", (row) => signedMoney(row.value), { sorter: true, responsive: ["sm"] }),
];

/** All areas with their differences. */
export function AreasTable({ basis }: { basis: VarianceBasis }): ReactElement {
  const { input, search, change } = useVarianceSearch();
  const sort = AREA_SORTS.find((known) => known === search.sort) ?? "area";
  const table = useTableState(`variance.areas.${input.project.slug}`, search, change);
  const query = useQuery(
    trpc.variance.fetchAreas.queryOptions(
      { ...input, ...table.paging, sort },
      { placeholderData: keepPreviousData, throwOnError: true },
    ),
  );
  const tableProps = useTableProps<AreaVariance>(table, query.data?.total, AREA_SORTS);
  if (query.isPending) return <LoadingRows />;
  return (
    <>
      {basis !== "previous" && (
        <p className={`pc-quiet ${styles["note"] ?? ""}`}>
          An item list has no areas: each area gets the part of its codes’ differences that it has of their counted
          units.
        </p>
      )}
      <Table<AreaVariance>
        {...tableProps}
        scroll={{}}
        size="small"
        rowKey={({ area }) => area.name}
        columns={withSortOrder(columns(basis), sort)}
        dataSource={query.data?.items ?? []}
        locale={{ emptyText: <EmptyState text="No sticker is counted yet." /> }}
      />
    </>
  );
}
