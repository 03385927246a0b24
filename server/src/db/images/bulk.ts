import { type DetectionSummary, type ImageStatus, deriveImageStatus } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, notInArray, sql } from "../drizzle.ts";
import { type ImageInProject, type ImageRow, selectImage } from "./read.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** All SQL that locks and changes many images in one transaction. */

const isIn = (column: typeof images.sid | typeof imageDetections.imageSid, sids: readonly string[]) =>
  sql`${column} = any(${sql.param([...sids])}::text[])`;

/** The images that exist, without a lock. */
export async function findImages(db: Queryable, sids: readonly string[]): Promise<ImageInProject[]> {
  return selectImage(db).where(isIn(images.sid, sids));
}

/** `lockImage` for many images, in the order of their sids to prevent deadlocks. Deleted images are left out. */
export async function lockImages(tx: Queryable, sids: readonly string[]): Promise<ImageInProject[]> {
  if (sids.length === 0) return [];
  await tx.execute(sql`
    select sid from projects where sid in (select project_sid from images where ${isIn(images.sid, sids)})
    order by sid for share`);
  return selectImage(tx).where(isIn(images.sid, sids)).orderBy(images.sid).for("no key update", { of: images });
}

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Locks an event's images except approved and rejected ones, and with `onlyUntouched` those with an edit, also one that was taken back.
 * Returns them in the natural order of their names: 9 before 10.
 */
export async function lockImagesToAnalyze(
  tx: Queryable,
  projectSid: string,
  onlyUntouched: boolean,
): Promise<string[]> {
  const isUntouched = sql`not exists (select 1 from ${imageDetections} d join detection_patches p on p.detection_sid = d.sid
    where d.image_sid = ${images.sid})`;
  const rows = await tx
    .select({ sid: images.sid, name: images.name })
    .from(images)
    .where(
      and(
        eq(images.projectSid, projectSid),
        notInArray(images.status, ["approved", "rejected"]),
        onlyUntouched ? isUntouched : undefined,
      ),
    )
    .orderBy(images.sid)
    // The same lock mode as in `lockImage`.
    .for("no key update");
  return rows.toSorted((a, b) => byName.compare(a.name, b.name)).map(({ sid }) => sid);
}

type Rejection = Pick<ImageRow, "rejectedAt" | "rejectedBy" | "rejectReason" | "rejectNote">;
type Change = Pick<ImageRow, "status"> & Partial<Rejection>;

/**
 * One statement. Returns the time of each status change. It is the clock time and not the transaction's start, because two
 * transactions that waited for each other may have the same start time.
 */
export async function updateImages(tx: Queryable, sids: readonly string[], change: Change): Promise<Map<string, Date>> {
  const rows = await tx
    .update(images)
    .set({ ...change, statusDate: sql`clock_timestamp()` })
    .where(isIn(images.sid, sids))
    .returning({ sid: images.sid, statusDate: images.statusDate });
  return new Map(rows.map(({ sid, statusDate }) => [sid, statusDate]));
}

/** The status that each image's detections imply, ignoring rejection (PD-13). Reads no JSON. */
async function deriveStatuses(tx: Queryable, sids: readonly string[]): Promise<Map<string, ImageStatus>> {
  const rows = await tx
    .select({
      imageSid: imageDetections.imageSid,
      status: imageDetections.status,
      progress: imageDetections.progress,
    })
    .from(imageDetections)
    .where(isIn(imageDetections.imageSid, sids));
  const summaries = new Map<string, DetectionSummary[]>(sids.map((sid) => [sid, []]));
  // Progress is rounded down, so 100 means that every result is valid.
  for (const { imageSid, status, progress } of rows) {
    summaries.get(imageSid)?.push({ status, allValid: progress === 100 });
  }
  return new Map(
    [...summaries].map(([sid, detections]) => [sid, deriveImageStatus({ rejected: false, detections })] as const),
  );
}

/**
 * Sets the status that the images' detections imply, together with `change`; one statement per status. Returns the time of each
 * image's last status change.
 */
export async function refreshImageStatuses(
  tx: Queryable,
  locked: readonly Pick<ImageRow, "sid" | "status" | "statusDate">[],
  change: Partial<Rejection> = {},
): Promise<Map<string, Date>> {
  const dates = new Map(locked.map(({ sid, statusDate }) => [sid, statusDate]));
  const statuses = await deriveStatuses(
    tx,
    locked.map(({ sid }) => sid),
  );
  const changed = locked.filter(({ sid, status }) => statuses.get(sid) !== status);
  for (const [status, group] of Map.groupBy(changed, ({ sid }) => statuses.get(sid))) {
    if (status === undefined) continue; // cannot happen: deriveStatuses returns a status for each sid
    const moved = await updateImages(
      tx,
      group.map(({ sid }) => sid),
      { status, ...change },
    );
    for (const [sid, date] of moved) dates.set(sid, date);
  }
  return dates;
}
