import {
  IMAGE_STATS_COLUMNS,
  IMAGE_STATS_SCROLL_WIDTH_PX,
  IMAGE_STATS_SORTS,
  type ImageStatsRow,
  type ImageStatsTotals,
} from "@precount/domain";
import { Table } from "antd";
import type { ReactElement } from "react";
import type { StatsSearch } from "../../../shared/paging/search.ts";
import { withSortOrder } from "../../../shared/paging/sort.ts";
import { type TableState, useTableProps } from "../../../shared/paging/use-table.ts";
import type { RouterOutputs } from "../../../shared/api/trpc.ts";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { columnsFor, totalOf } from "./columns.tsx";
import { NoImages } from "../../../shared/images/NoImages.tsx";
import styles from "./Stats.module.css";

type Props = {
  slug: string;
  stats: RouterOutputs["project"]["getProjectStats"] | undefined;
  isPending: boolean;
  table: TableState<StatsSearch>;
};

export function StatsTable({ slug, stats, isPending, table }: Props): ReactElement {
  const { search } = table;
  const tableProps = useTableProps<ImageStatsRow>(table, stats?.total, IMAGE_STATS_SORTS);
  if (isPending) return <LoadingRows />;
  const isFiltered = search.status !== undefined || search.search !== undefined;
  const summary = stats && stats.totals.images > 0 && (
    <Table.Summary>
      {isFiltered && <TotalsRow title={rowTitle(stats.matching.images, "matching")} totals={stats.matching} />}
      <TotalsRow title={rowTitle(stats.totals.images, "All")} totals={stats.totals} />
    </Table.Summary>
  );
  return (
    <Table<ImageStatsRow>
      {...tableProps}
      className={`pc-panel ${styles["table"] ?? ""}`}
      size="small"
      tableLayout="fixed"
      rowKey="sid"
      columns={withSortOrder(columnsFor(slug), search.sort)}
      dataSource={stats?.images ?? []}
      scroll={{ x: IMAGE_STATS_SCROLL_WIDTH_PX }}
      locale={{ emptyText: <NoImages slug={slug} search={search} /> }}
      summary={() => summary}
    />
  );
}

function rowTitle(images: number, which: "All" | "matching"): string {
  const noun = images === 1 ? "image" : "images";
  return which === "All" ? `All ${images} ${noun}` : `${images} matching ${noun}`;
}

function TotalsRow({ title, totals }: { title: string; totals: ImageStatsTotals }): ReactElement {
  return (
    <Table.Summary.Row>
      {IMAGE_STATS_COLUMNS.map((column, index) => (
        <Table.Summary.Cell
          key={column.key}
          index={index}
          align={column.kind === "count" || column.kind === "bytes" ? "right" : "left"}
        >
          <strong>{column.key === "name" ? title : totalOf(column, totals)}</strong>
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  );
}
