import type { ImageJob } from "@precount/domain";
import { and, asc, desc, eq, inArray, isNull, sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import { MAX_ATTEMPTS } from "../../queue/job.ts";
import type { Queryable } from "../connect.ts";
import { isNotQueued } from "./is-not-queued.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { imageJobs } from "../schema/jobs.ts";
import { projects } from "../schema/projects.ts";

/** All SQL about the work that the queue does for images, as people see it. */

type JobRow = typeof imageJobs.$inferSelect;

export const toImageJob = (row: Omit<JobRow, "options" | "queueId" | "imageSid" | "createdAt">): ImageJob => ({
  id: row.id,
  modelSid: row.modelSid,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.maxAttempts,
  // A job that was sent again remembers what went wrong, in case it is taken off the queue; nobody is told twice.
  error: row.state === "failed" || row.state === "retrying" ? row.error : null,
  retryAt: row.retryAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
});

const OPEN = ["queued", "running", "retrying"] as const;
const now = sql`now()`;

export interface NewImageJobs {
  imageSids: readonly string[];
  modelSid: string;
  options: Record<string, number>;
}

/** A row for each image that has no open one with this model. Returns the new ones' ids. */
export async function insertImageJobs(
  tx: Queryable,
  { imageSids, modelSid, options }: NewImageJobs,
): Promise<{ id: string; imageSid: string }[]> {
  if (imageSids.length === 0) return [];
  return tx
    .insert(imageJobs)
    .values(imageSids.map((imageSid) => ({ id: newSid(), imageSid, modelSid, options, maxAttempts: MAX_ATTEMPTS })))
    .onConflictDoNothing()
    .returning({ id: imageJobs.id, imageSid: imageJobs.imageSid });
}

/** Which of the queue's jobs works for each row: one sent earlier finds itself replaced. */
export async function setQueueIds(tx: Queryable, links: readonly { id: string; queueId: string }[]): Promise<void> {
  if (links.length === 0) return;
  const ids = sql.param(links.map((link) => link.id));
  const queueIds = sql.param(links.map((link) => link.queueId));
  await tx.execute(sql`
    update ${imageJobs} set queue_id = link.queue_id
    from unnest(${ids}::text[], ${queueIds}::text[]) as link (id, queue_id) where ${imageJobs.id} = link.id`);
}

export async function findImageJob(db: Queryable, id: string): Promise<JobRow | null> {
  const [row] = await db.select().from(imageJobs).where(eq(imageJobs.id, id));
  return row ?? null;
}

/** Held until the transaction ends. */
export async function lockImageJob(tx: Queryable, id: string): Promise<JobRow | null> {
  const [row] = await tx.select().from(imageJobs).where(eq(imageJobs.id, id)).for("update");
  return row ?? null;
}

export async function hasOpenJob(tx: Queryable, imageSid: string, modelSid: string): Promise<boolean> {
  const rows = await tx
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(
      and(eq(imageJobs.imageSid, imageSid), eq(imageJobs.modelSid, modelSid), inArray(imageJobs.state, [...OPEN])),
    );
  return rows.length > 0;
}

/** Every job that is not over, the longest waiting first. */
export async function listOpenImageJobs(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(inArray(imageJobs.state, [...OPEN]))
    .orderBy(asc(imageJobs.createdAt), asc(imageJobs.id));
  return rows.map(({ id }) => id);
}

/** Jobs that are not over, and that the queue does not know of. Held until the transaction ends. */
export async function lockUnqueuedImageJobs(tx: Queryable): Promise<string[]> {
  const rows = await tx
    .select({ id: imageJobs.id })
    .from(imageJobs)
    .where(and(inArray(imageJobs.state, [...OPEN]), isNotQueued(imageJobs.queueId)))
    .orderBy(asc(imageJobs.createdAt), asc(imageJobs.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/** Newest first. */
export async function listImageJobs(db: Queryable, imageSid: string): Promise<ImageJob[]> {
  const rows = await db
    .select()
    .from(imageJobs)
    .where(eq(imageJobs.imageSid, imageSid))
    .orderBy(desc(imageJobs.createdAt), desc(imageJobs.id))
    .limit(20);
  return rows.map(toImageJob);
}

type JobChange = Partial<
  Pick<JobRow, "state" | "attempts" | "maxAttempts" | "error" | "retryAt" | "queueId" | "options">
>;

export async function updateImageJob(tx: Queryable, id: string, change: JobChange): Promise<void> {
  await tx
    .update(imageJobs)
    .set({ ...change, updatedAt: now })
    .where(eq(imageJobs.id, id));
}

/** Asked for anew: it waits again, with all its tries, and is the image's latest job. Its error stays until it runs. */
export async function requeueImageJobs(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx
    .update(imageJobs)
    .set({ state: "queued", attempts: 0, maxAttempts: MAX_ATTEMPTS, retryAt: null, createdAt: now, updatedAt: now })
    .where(sql`${imageJobs.id} = any(${sql.param([...ids])}::text[])`);
}

/** Ends what is still open for images, quietly: they were rejected meanwhile. Returns how many that were. */
export async function closeImageJobs(tx: Queryable, imageSids: readonly string[]): Promise<number> {
  const { rowCount } = await tx
    .update(imageJobs)
    .set({ state: "done", error: null, retryAt: null, updatedAt: now })
    .where(
      and(sql`${imageJobs.imageSid} = any(${sql.param([...imageSids])}::text[])`, inArray(imageJobs.state, [...OPEN])),
    );
  return rowCount ?? 0;
}

/**
 * Images whose file is gone say so, as a failed job, which people see: their open job ends with it, and one
 * that has no job or a finished one gets it. Nothing without a model, for then there is no job to speak of.
 */
export async function failJobsForMissingBlobs(db: Queryable, sha256s: readonly string[], error: string): Promise<void> {
  const hashes = sql.param([...sha256s]);
  await db.execute(sql`
    update ${imageJobs} set state = 'failed', error = ${error}, retry_at = null, updated_at = now()
    from ${images} i
    where i.sid = ${imageJobs.imageSid} and i.sha256 = any(${hashes}::text[])
      and ${imageJobs.state} in ('queued', 'running', 'retrying')`);
  const without = await db.execute<{ image_sid: string; model_sid: string }>(sql`
    select i.sid as image_sid, (select sid from models order by status = 'active' desc, name limit 1) as model_sid
    from ${images} i
    where i.sha256 = any(${hashes}::text[]) and not exists (
      select 1 from ${imageJobs} j where j.image_sid = i.sid and j.state = 'failed' and j.error = ${error})`);
  const rows = without.rows.filter((row) => row.model_sid !== null);
  // A store that is not there misses 200,000 files at once, and a statement has room for 65,535 values.
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db.insert(imageJobs).values(
      rows.slice(at, at + ROWS_AT_ONCE).map((row) => ({
        id: newSid(),
        imageSid: row.image_sid,
        modelSid: row.model_sid,
        options: {},
        state: "failed" as const,
        error,
      })),
    );
  }
}

const ROWS_AT_ONCE = 1000;

/** Photos nobody looked at because no model was there when they came. */
export async function listImagesWithoutJob(db: Queryable): Promise<{ imageSid: string; projectSid: string }[]> {
  return db
    .select({ imageSid: images.sid, projectSid: images.projectSid })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .leftJoin(imageJobs, eq(imageJobs.imageSid, images.sid))
    .leftJoin(imageDetections, eq(imageDetections.imageSid, images.sid))
    .where(
      and(
        eq(images.status, "uploaded"),
        inArray(projects.status, ["preview", "active"]),
        isNull(imageJobs.id),
        isNull(imageDetections.sid),
      ),
    );
}
