import {
  GAP_COLUMNS,
  IMAGE_STATS_COLUMNS,
  RESULT_STATS_COLUMNS,
  REPORT_FIELD_TITLES,
  type Person,
  type ReportField,
  type ReportRow,
  gapCells,
  imageStatsCells,
  resultStatsRows,
  reportCells,
} from "@precount/domain";
import { listAreaGaps } from "../../db/areas/gaps.ts";
import type { Queryable } from "../../db/connect.ts";
import { streamDetectedImages, streamImageStats } from "../../db/images/exports.ts";
import type { Table } from "./table.ts";

/** One row per image, with the columns of the statistics screen (PD-37). */
export const statsTable = (db: Queryable, projectSid: string, user: Person): Table => ({
  name: "Images",
  columns: IMAGE_STATS_COLUMNS.map(({ title }) => title),
  rows: mapped(streamImageStats(db, projectSid, user), (images) => images.map(imageStatsCells)),
});

/** One row per result (PD-37). */
export const labelsTable = (db: Queryable, projectSid: string): Table => ({
  name: "Labels",
  columns: RESULT_STATS_COLUMNS,
  rows: mapped(streamDetectedImages(db, projectSid), (images) => images.flatMap(resultStatsRows)),
});

/** One row per area without a photo or with a rejected one. */
export const gapsTable = (db: Queryable, projectSid: string): Table => ({
  name: "Gaps",
  columns: GAP_COLUMNS,
  rows: once(async () => (await listAreaGaps(db, projectSid)).map(gapCells)),
});

/** A report's rows with the chosen columns, in the chosen order (PD-35). */
export const reportTable = (rows: AsyncIterable<readonly ReportRow[]>, fields: readonly ReportField[]): Table => ({
  name: "Precount",
  columns: fields.map((field) => REPORT_FIELD_TITLES[field]),
  rows: mapped(rows, (batch) => batch.map((row) => reportCells(row, fields))),
});

export async function* once<Out>(read: () => Promise<Out>): AsyncGenerator<Out> {
  yield await read();
}

export async function* mapped<In, Out>(batches: AsyncIterable<In>, map: (batch: In) => Out): AsyncGenerator<Out> {
  for await (const batch of batches) yield map(batch);
}
