import { and, eq, inArray, sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import { MAX_ATTEMPTS } from "./max-attempts.ts";
import type { Queryable } from "../connect.ts";
import { imageJobs } from "../schema/jobs.ts";
import { type JobRow, OPEN } from "./image-jobs.ts";

const now = sql`now()`;

export interface NewImageJobs {
  imageSids: readonly string[];
  modelSid: string;
  options: Record<string, number>;
}

/** Inserts a job for each image without an open job of this model. Returns the new jobs. */
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

/** Records the queue job of each row. An earlier queue job then sees another id and stops. */
export async function setQueueIds(tx: Queryable, links: readonly { id: string; queueId: string }[]): Promise<void> {
  if (links.length === 0) return;
  const ids = sql.param(links.map((link) => link.id));
  const queueIds = sql.param(links.map((link) => link.queueId));
  await tx.execute(sql`
    update ${imageJobs} set queue_id = link.queue_id
    from unnest(${ids}::text[], ${queueIds}::text[]) as link (id, queue_id) where ${imageJobs.id} = link.id`);
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

/** Queues jobs again with all their attempts, as the latest job of their image. The error stays until the job runs. */
export async function requeueImageJobs(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx
    .update(imageJobs)
    .set({ state: "queued", attempts: 0, maxAttempts: MAX_ATTEMPTS, retryAt: null, createdAt: now, updatedAt: now })
    .where(sql`${imageJobs.id} = any(${sql.param([...ids])}::text[])`);
}

/** Ends the open jobs of rejected images without an error. Returns their number. */
export async function closeImageJobs(tx: Queryable, imageSids: readonly string[]): Promise<number> {
  const { rowCount } = await tx
    .update(imageJobs)
    .set({ state: "done", error: null, retryAt: null, updatedAt: now })
    .where(
      and(sql`${imageJobs.imageSid} = any(${sql.param([...imageSids])}::text[])`, inArray(imageJobs.state, [...OPEN])),
    );
  return rowCount ?? 0;
}
