import {
  IMAGE_STATS_COLUMNS,
  type ImageStatsColumn,
  type ImageStatsRow,
  type ImageStatsTotals,
  formatSize,
} from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { TableColumnsType } from "antd";
import type { ReactNode } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Stats.module.css";

type Column = (typeof IMAGE_STATS_COLUMNS)[number];

/** Column widths in pixels: the longest word of the title or value. Their sum is the specified scroll width (spec §9). */
const WIDTHS: Readonly<Record<ImageStatsColumn, number>> = {
  name: 142,
  status: 112,
  areaCode: 64,
  storeNumber: 74,
  bayCode: 68,
  shelfCode: 66,
  model: 72,
  validPercent: 150,
  stickerPredictionsCount: 108,
  validStickerPredictionsCount: 108,
  patchedStickersCount: 92,
  confirmedStickersCount: 100,
  patchedStickersCodesCount: 88,
  patchedStickersQuantitiesCount: 104,
  addedStickersCount: 90,
  discardedStickersCount: 100,
  codesWithLeadingZeroCount: 92,
  width: 56,
  height: 62,
  sizeBytes: 74,
  rotation: 68,
  camera: 76,
  capturedAt: 118,
  createdAt: 116,
};

const NUMERIC_KINDS: ReadonlySet<Column["kind"]> = new Set(["count", "bytes"]);

/** The table's columns. The first stays visible while the others scroll. */
export const columnsFor = (slug: string): TableColumnsType<ImageStatsRow> =>
  IMAGE_STATS_COLUMNS.map((column) => ({
    key: column.key,
    title: column.title,
    width: WIDTHS[column.key],
    fixed: column.key === "name" ? "start" : false,
    sorter: column.isSortable,
    align: NUMERIC_KINDS.has(column.kind) ? "right" : "left",
    render: (_, row) => (column.key === "name" ? <ImageLink slug={slug} row={row} /> : cellOf(column, row)),
  }));

function ImageLink({ slug, row: { sid, name } }: { slug: string; row: ImageStatsRow }): ReactNode {
  return (
    <Link
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId: sid }}
      className={styles["name"]}
      title={name}
    >
      {name}
    </Link>
  );
}

function cellOf(column: Column, row: ImageStatsRow): ReactNode {
  switch (column.kind) {
    case "status":
      return <StatusTag display={IMAGE_STATUS_DISPLAY[row.status]} />;
    case "percent":
      return <ProgressCell percent={column.value(row)} label={`${column.title} of ${row.name}`} />;
    case "bytes":
      return formatSize(column.value(row));
    case "date":
      return <DateText iso={column.value(row)} />;
    case "count":
      return column.value(row);
    case "text":
      return column.value(row) === null ? (
        <span className="pc-quiet">–</span>
      ) : (
        <span title={column.value(row) ?? ""} className={styles["text"]}>
          {column.value(row)}
        </span>
      );
    default:
      return column satisfies never;
  }
}

/** The total of a column; null for columns that cannot be summed up. */
export function totalOf({ key }: Column, totals: ImageStatsTotals): ReactNode {
  if (key === "sizeBytes") return formatSize(totals.sizeBytes);
  if (key === "validPercent") return <ProgressCell percent={totals.validPercent} label="Valid detections of all" />;
  return key in totals.stats ? totals.stats[key as keyof ImageStatsTotals["stats"]] : null; // checked by `in`
}
