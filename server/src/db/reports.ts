import type { Patch, Prediction, ReportContents, ReportImage } from "@precount/domain";
import { applyPatches } from "@precount/domain";
import { and, eq, isNull, max, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { areas, detectionPatches, imageDetections, images, reports } from "./schema.ts";

/** All SQL about reports, and of what they are made. */

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

export async function insertReport(
  tx: Queryable,
  row: { sid: string; projectSid: string; version: number; title: string; contents: ReportContents; createdBy: string },
): Promise<void> {
  await tx.insert(reports).values(row);
}

/**
 * The approved images with the results of the detection that stands for each: its selected one, else the
 * newest validated (decision 24). One statement, whatever the rows.
 */
export async function readReportImages(tx: Queryable, projectSid: string): Promise<ReportImage[]> {
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
    .select({
      sid: images.sid,
      name: images.name,
      areaNumber: areas.number,
      bayCode: images.bayCode,
      shelfCode: images.shelfCode,
      predictions: standing.predictions,
      patches: log.patches,
    })
    .from(images)
    .innerJoinLateral(standing, sql`true`)
    .leftJoinLateral(log, sql`true`)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "approved")));
  return rows.map(({ sid, name, areaNumber, bayCode, shelfCode, predictions, patches }) => ({
    sid,
    name,
    bayCode,
    shelfCode,
    areaCode: areaNumber === null ? null : String(areaNumber),
    results: applyPatches(predictions satisfies Prediction[], patches ?? []),
  }));
}

export async function readRejectedImages(tx: Queryable, projectSid: string): Promise<string[]> {
  const rows = await tx
    .select({ name: images.name })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "rejected")));
  return rows.map(({ name }) => name);
}

/** Neither a photo nor voided: nobody has counted what stands there. */
export async function readAreasWithoutPhoto(tx: Queryable, projectSid: string): Promise<string[]> {
  const rows = await tx
    .select({ number: areas.number })
    .from(areas)
    .where(
      and(
        eq(areas.projectSid, projectSid),
        isNull(areas.voidedAt),
        sql`not exists (select 1 from ${images} where ${images.areaSid} = ${areas.sid})`,
      ),
    );
  return rows.map(({ number }) => String(number));
}
