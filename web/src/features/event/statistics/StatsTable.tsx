import {
  IMAGE_STATS_COLUMNS,
  IMAGE_STATS_SCROLL_WIDTH_PX,
  IMAGE_STATS_SORTS,
  type ImageStatsRow,
  type ImageStatsTotals,
} from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Table } from "antd";
import type { ReactElement } from "react";
import type { Paging } from "../../../shared/paging/paging.ts";
import type { StatsSearch } from "../../../shared/paging/search.ts";
import { sortOf } from "../../../shared/paging/sort.ts";
import type { Answers } from "../../../shared/api/trpc.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { tablePages } from "../../../ui/table.ts";
import { columnsFor, totalOf } from "./columns.tsx";
import styles from "./Stats.module.css";
import type { StatsChanges } from "./stats-changes.ts";

type Props = {
  slug: string;
  stats: Answers["project"]["getProjectStats"] | undefined;
  isPending: boolean;
  paging: Paging;
  search: StatsSearch;
  onSearch: (changes: StatsChanges) => void;
};

export function StatsTable({ slug, stats, isPending, paging, search, onSearch }: Props): ReactElement {
  if (isPending) return <LoadingRows />;
  const isFiltered = search.status !== undefined || search.search !== undefined;
  const summary = stats && stats.totals.images > 0 && (
    <Table.Summary>
      {isFiltered && <TotalsRow title={inWords(stats.matching.images, "matching")} totals={stats.matching} />}
      <TotalsRow title={inWords(stats.totals.images, "All")} totals={stats.totals} />
    </Table.Summary>
  );
  return (
    <Table<ImageStatsRow>
      className={`pc-panel ${styles["table"] ?? ""}`}
      size="small"
      tableLayout="fixed"
      rowKey="sid"
      columns={columnsFor(slug, search.sort)}
      dataSource={stats?.images ?? []}
      scroll={{ x: IMAGE_STATS_SCROLL_WIDTH_PX }}
      pagination={tablePages(paging, stats?.total ?? 0)}
      locale={{ emptyText: <Nothing slug={slug} isFiltered={isFiltered} /> }}
      summary={() => summary}
      onChange={({ current, pageSize }, _filters, sorter) => {
        const wanted = sortOf(sorter);
        onSearch({
          page: pageSize === paging.pageSize ? (current ?? 1) : 1,
          pageSize: pageSize ?? paging.pageSize,
          sort: IMAGE_STATS_SORTS.find((known) => known === wanted),
        });
      }}
    />
  );
}

function inWords(images: number, which: "All" | "matching"): string {
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

function Nothing({ slug, isFiltered }: { slug: string; isFiltered: boolean }): ReactElement {
  if (isFiltered) return <EmptyState text="No image matches. Clear the search or the status to see them all." />;
  return (
    <EmptyState text="There are no photos in this event yet.">
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }}>
        Upload the first ones
      </Link>
    </EmptyState>
  );
}
