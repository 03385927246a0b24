import type { ReportHead, ReportRow } from "@precount/domain";
import { and, asc, between, eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { reportRows, reports } from "../schema/reports.ts";

/** How many rows a batch has: some 100 kB, and little enough to be read between two requests of others. */
const BATCH_ROWS = 1000;

/**
 * Rows in their order, by position: 1 is the first. One statement by the primary key, as quick at the end of a long report as
 * at its beginning. Fewer than `count` when the report ends before.
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
 * All rows in their order, a batch at a time, so that an export of any length needs the memory of one. Rows never change:
 * no transaction holds them together, and none is open while somebody downloads slowly.
 */
export async function* reportRowBatches(db: Queryable, reportSid: string): AsyncGenerator<ReportRow[]> {
  for (let from = 1; ; from += BATCH_ROWS) {
    const batch = await readReportRows(db, reportSid, { from, count: BATCH_ROWS });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH_ROWS) return;
  }
}

/** Some of the rows of a report that is about to be inserted, in order; `from` is the position of the first. One statement. */
export async function insertReportRows(
  tx: Queryable,
  reportSid: string,
  rows: readonly ReportRow[],
  from = 1,
): Promise<void> {
  if (rows.length === 0) return;
  const column = (field: keyof ReportRow) => sql`${sql.param(rows.map((row) => row[field]))}::text[]`;
  await tx.execute(sql`
    insert into ${reportRows} (report_sid, position, area_code, bay_code, shelf_code, code, quantity)
    select ${reportSid}::text, ${from}::int - 1 + position, area_code, bay_code, shelf_code, code, quantity
    from unnest(${column("areaCode")}, ${column("bayCode")}, ${column("shelfCode")}, ${column("code")}, ${column("quantity")})
      with ordinality as given (area_code, bay_code, shelf_code, code, quantity, position)`);
}

/** After its rows: from here on neither changes. */
export async function insertReport(
  tx: Queryable,
  row: { sid: string; projectSid: string; version: number; title: string; contents: ReportHead; createdBy: string },
): Promise<void> {
  await tx.insert(reports).values(row);
}
