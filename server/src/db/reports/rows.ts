import type { ReportHead, ReportRow, RowSource } from "@precount/domain";
import { and, asc, between, eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { reportImages, reportRows, reports } from "../schema/reports.ts";

/** Rows per batch: about 100 kB, read quickly enough not to delay other requests. */
const BATCH_ROWS = 1000;

/**
 * Reads `count` rows from position `from` on, which counts from 1; fewer at the end of the report. One range scan of the primary key,
 * equally fast at every position of a long report.
 */
export async function readReportRows(
  db: Queryable,
  reportSid: string,
  { from, count }: { from: number; count: number },
): Promise<ReportRow[]> {
  const { areaCode, bayCode, shelfCode, code, quantity } = reportRows;
  return db
    .select({ areaCode, bayCode, shelfCode, code, quantity })
    .from(reportRows)
    .where(and(eq(reportRows.reportSid, reportSid), between(reportRows.position, from, from + count - 1)))
    .orderBy(asc(reportRows.position));
}

/**
 * Streams all rows in order, one batch in memory at a time. Rows are immutable, so no transaction is needed, and none stays open
 * during a slow download.
 */
export async function* reportRowBatches(db: Queryable, reportSid: string): AsyncGenerator<ReportRow[]> {
  for (let from = 1; ; from += BATCH_ROWS) {
    const batch = await readReportRows(db, reportSid, { from, count: BATCH_ROWS });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH_ROWS) return;
  }
}

/** A row to insert. A report that was imported has no sources. */
export type NewReportRow = ReportRow & { source?: RowSource };

/** Inserts rows of a report that is inserted afterwards; `from` is the position of the first row. One statement. */
export async function insertReportRows(
  tx: Queryable,
  reportSid: string,
  rows: readonly NewReportRow[],
  from = 1,
): Promise<void> {
  if (rows.length === 0) return;
  const column = (field: keyof ReportRow) => sql`${sql.param(rows.map((row) => row[field]))}::text[]`;
  const ofSource = (field: keyof RowSource) => sql.param(rows.map(({ source }) => source?.[field] ?? null));
  const rects = sql.param(rows.map(({ source }) => (source ? JSON.stringify(source.rect) : null)));
  await tx.execute(sql`
    insert into ${reportRows} (report_sid, position, area_code, bay_code, shelf_code, code, quantity,
      image_sid, result_index, rect, origin)
    select ${reportSid}::text, ${from}::int - 1 + position, area_code, bay_code, shelf_code, code, quantity,
      image_sid, result_index, rect::jsonb, origin
    from unnest(${column("areaCode")}, ${column("bayCode")}, ${column("shelfCode")}, ${column("code")}, ${column("quantity")},
      ${ofSource("imageSid")}::text[], ${ofSource("index")}::int[], ${rects}::text[], ${ofSource("origin")}::text[])
      with ordinality as given (area_code, bay_code, shelf_code, code, quantity, image_sid, result_index, rect, origin, position)`);
}

export type NewReportImage = Omit<typeof reportImages.$inferInsert, "reportSid">;

/** Inserts images of a report that is inserted afterwards. */
export async function insertReportImages(
  tx: Queryable,
  reportSid: string,
  rows: readonly NewReportImage[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(reportImages).values(rows.map((row) => ({ ...row, reportSid })));
}

/** Inserts a report after its rows. From then on both are immutable. */
export async function insertReport(
  tx: Queryable,
  row: { sid: string; projectSid: string; version: number; title: string; contents: ReportHead; createdBy: string },
): Promise<void> {
  await tx.insert(reports).values(row);
}
