import { MOMENT_FIGURES, type MomentFigure, momentFigure } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { IMAGE_STATUS_DISPLAY } from "../../../ui/status-display.tsx";

const TITLES: Readonly<Record<MomentFigure, string>> = {
  all: "Images",
  uploaded: IMAGE_STATUS_DISPLAY.uploaded.title,
  processed: IMAGE_STATUS_DISPLAY.processed.title,
  pending: IMAGE_STATUS_DISPLAY.pending.title,
  approved: IMAGE_STATUS_DISPLAY.approved.title,
  rejected: IMAGE_STATUS_DISPLAY.rejected.title,
  areas: "Areas with a photo",
  stickers: "Stickers",
  validPercent: "Valid stickers, %",
  units: "Units in the report",
};

type Row = { figure: MomentFigure; from: number | null; until: number | null };

const plain = (value: number | null): string => value?.toLocaleString("en-GB") ?? "–";
const difference = ({ from, until }: Row): string => {
  if (from === null || until === null) return "–";
  const by = until - from;
  return by > 0 ? `+${plain(by)}` : plain(by).replace("-", "−");
};

const COLUMNS: TableColumnsType<Row> = [
  { key: "figure", title: "Figure", rowScope: "row", render: (_, { figure }) => TITLES[figure] },
  { key: "from", title: "From", align: "right", render: (_, { from }) => plain(from) },
  { key: "until", title: "Until", align: "right", render: (_, { until }) => plain(until) },
  { key: "difference", title: "Difference", align: "right", render: (_, row) => difference(row) },
];

/** The figures of an event at two moments. */
export function MomentFigures({ slug, from, until }: { slug: string; from: string; until: string }): ReactElement {
  const at = (moment: string) =>
    trpc.history.getFigures.queryOptions(
      { project: { slug }, at: moment },
      { placeholderData: keepPreviousData, throwOnError: true },
    );
  const [before, after] = [useQuery(at(from)).data, useQuery(at(until)).data];
  if (!before || !after) return <LoadingRows />;
  return (
    <Table<Row>
      className="pc-panel"
      size="small"
      rowKey="figure"
      pagination={false}
      columns={COLUMNS}
      dataSource={MOMENT_FIGURES.map((figure) => ({
        figure,
        from: momentFigure(before, figure),
        until: momentFigure(after, figure),
      }))}
    />
  );
}
