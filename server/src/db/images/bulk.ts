import { type DetectionSummary, type ImageStatus, deriveImageStatus } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, notInArray, sql } from "../drizzle.ts";
import { type ImageInProject, type ImageRow, selectImage } from "./read.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** All SQL about many images that one transaction holds and changes. */

const among = (column: typeof images.sid | typeof imageDetections.imageSid, sids: readonly string[]) =>
  sql`${column} = any(${sql.param([...sids])}::text[])`;

/** Those of the images that there are, without holding them. */
export async function findImages(db: Queryable, sids: readonly string[]): Promise<ImageInProject[]> {
  return selectImage(db).where(among(images.sid, sids));
}

/**
 * `lockImage` for many, in the order of their sids: two who hold some of the same never wait for each other. Those that
 * are gone are left out.
 */
export async function lockImages(tx: Queryable, sids: readonly string[]): Promise<ImageInProject[]> {
  if (sids.length === 0) return [];
  await tx.execute(sql`
    select sid from projects where sid in (select project_sid from images where ${among(images.sid, sids)})
    order by sid for share`);
  return selectImage(tx).where(among(images.sid, sids)).orderBy(images.sid).for("update", { of: images });
}

const byName = new Intl.Collator("en", { numeric: true });

/** All of an event but the settled ones, locked; in the order of their names, as people count: 9 before 10. */
export async function lockImagesToAnalyze(tx: Queryable, projectSid: string): Promise<string[]> {
  const rows = await tx
    .select({ sid: images.sid, name: images.name })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), notInArray(images.status, ["approved", "rejected"])))
    .orderBy(images.sid)
    .for("update");
  return rows.toSorted((a, b) => byName.compare(a.name, b.name)).map(({ sid }) => sid);
}

type Change = Pick<ImageRow, "status"> & Partial<Pick<ImageRow, "rejectedAt" | "rejectedBy">>;

/**
 * One statement. Returns when the status of each changed: the moment itself and not the transaction's beginning, which of one
 * that waited for another may be the other's too.
 */
export async function updateImages(tx: Queryable, sids: readonly string[], change: Change): Promise<Map<string, Date>> {
  const rows = await tx
    .update(images)
    .set({ ...change, statusDate: sql`clock_timestamp()` })
    .where(among(images.sid, sids))
    .returning({ sid: images.sid, statusDate: images.statusDate });
  return new Map(rows.map(({ sid, statusDate }) => [sid, statusDate]));
}

/** What the detections of each make of it, were it not rejected (decision 13). No JSON. */
async function deriveStatuses(tx: Queryable, sids: readonly string[]): Promise<Map<string, ImageStatus>> {
  const rows = await tx
    .select({
      imageSid: imageDetections.imageSid,
      status: imageDetections.status,
      progress: imageDetections.progress,
    })
    .from(imageDetections)
    .where(among(imageDetections.imageSid, sids));
  const summaries = new Map<string, DetectionSummary[]>(sids.map((sid) => [sid, []]));
  // Progress is rounded down, so 100 means that nothing is left.
  for (const { imageSid, status, progress } of rows) {
    summaries.get(imageSid)?.push({ status, allValid: progress === 100 });
  }
  return new Map(
    [...summaries].map(([sid, detections]) => [sid, deriveImageStatus({ rejected: false, detections })] as const),
  );
}

/**
 * Gives images the status that their detections make of them, one statement for each status. `change` goes with it.
 * Returns when each one's status changed.
 */
export async function refreshImageStatuses(
  tx: Queryable,
  held: readonly Pick<ImageRow, "sid" | "status" | "statusDate">[],
  change: Partial<Pick<ImageRow, "rejectedAt" | "rejectedBy">> = {},
): Promise<Map<string, Date>> {
  const dates = new Map(held.map(({ sid, statusDate }) => [sid, statusDate]));
  const statuses = await deriveStatuses(
    tx,
    held.map(({ sid }) => sid),
  );
  const changed = held.filter(({ sid, status }) => statuses.get(sid) !== status);
  for (const [status, group] of Map.groupBy(changed, ({ sid }) => statuses.get(sid))) {
    if (status === undefined) continue; // each of them has one
    const moved = await updateImages(
      tx,
      group.map(({ sid }) => sid),
      { status, ...change },
    );
    for (const [sid, date] of moved) dates.set(sid, date);
  }
  return dates;
}
