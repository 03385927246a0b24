import type { Patch, Prediction, ReportHead, ReportImage, ReportRow, Result } from "@precount/domain";
import { applyPatches } from "@precount/domain";
import { and, asc, between, eq, inArray, isNull, max, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { naturalOrder } from "./natural-order.ts";
import { areas } from "./schema/areas.ts";
import { detectionPatches, imageDetections } from "./schema/detections.ts";
import { images } from "./schema/images.ts";
import { reportRows, reports } from "./schema/reports.ts";

/** All SQL about reports, and of what they are made. */

/** Without its rows; `contents.totals.rows` is how many they are. */
export type ReportRecord = typeof reports.$inferSelect;

export async function findReport(db: Queryable, sid: string): Promise<ReportRecord | null> {
  const [row] = await db.select().from(reports).where(eq(reports.sid, sid));
  return row ?? null;
}

export async function nextVersion(tx: Queryable, projectSid: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(reports.version) })
    .from(reports)
    .where(eq(reports.projectSid, projectSid));
  return (row?.last ?? 0) + 1;
}

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

/** A photo of a report, without what is on it. */
export type ReportPhoto = Omit<ReportImage, "results">;

/**
 * The approved images, nearly in a report's order, which domain's byReportOrder makes sure of: sorting what is sorted takes
 * one comparison each. One row, for 5,000 rows of a driver would keep others waiting.
 */
export async function readReportPhotos(tx: Queryable, projectSid: string): Promise<ReportPhoto[]> {
  const { sid, name, bayCode, shelfCode } = images;
  const photo = sql`json_build_object('sid', ${sid}, 'name', ${name}, 'areaCode', ${areas.number}::text,
    'bayCode', ${bayCode}, 'shelfCode', ${shelfCode})`;
  const order = sql`${areas.number}, ${naturalOrder(bayCode)}, ${naturalOrder(shelfCode)}, ${naturalOrder(name)}, ${sid}`;
  const [row] = await tx
    .select({ photos: sql<ReportPhoto[]>`coalesce(json_agg(${photo} order by ${order}), '[]')` })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "approved")));
  return row?.photos ?? [];
}

/**
 * For each of these images what computes the results of the detection that stands for it: its selected one, else the newest
 * validated (decision 24). One statement; an image without such a detection is not in the answer.
 */
export async function readReportResults(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<Map<string, () => Result[]>> {
  const standing = tx
    .select({ sid: imageDetections.sid, predictions: imageDetections.predictions })
    .from(imageDetections)
    .where(and(eq(imageDetections.imageSid, images.sid), sql`${imageDetections.status} in ('selected', 'validated')`))
    .orderBy(sql`${imageDetections.status} = 'selected' desc, ${imageDetections.validatedAt} desc`)
    .limit(1)
    .as("standing");
  const log = tx
    .select({
      patches: sql<
        Patch[] | null
      >`json_agg(${detectionPatches.patch} order by ${detectionPatches.revision}, ${detectionPatches.position})`.as(
        "patches",
      ),
    })
    .from(detectionPatches)
    .where(and(eq(detectionPatches.detectionSid, sql`${standing.sid}`), isNull(detectionPatches.removedRevision)))
    .as("log");
  const rows = await tx
    .select({ sid: images.sid, predictions: standing.predictions, patches: log.patches })
    .from(images)
    .innerJoinLateral(standing, sql`true`)
    .leftJoinLateral(log, sql`true`)
    .where(inArray(images.sid, [...imageSids]));
  return new Map(
    rows.map(({ sid, predictions, patches }) => [
      sid,
      () => applyPatches(predictions satisfies Prediction[], patches ?? []),
    ]),
  );
}

export async function readRejectedImages(tx: Queryable, projectSid: string): Promise<string[]> {
  const rows = await tx
    .select({ name: images.name })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "rejected")))
    .orderBy(naturalOrder(images.name));
  return rows.map(({ name }) => name);
}
