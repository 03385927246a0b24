import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { isLatestJobFailed } from "../images/flags.ts";
import { images } from "../schema/images.ts";
import { isOpen } from "./event-queue.ts";

/** The images of an event whose latest job failed, in the order in which images are locked. */
export async function listFailedImages(db: Queryable, projectSid: string): Promise<string[]> {
  const rows = await db
    .select({ sid: images.sid })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), isLatestJobFailed))
    .orderBy(images.sid);
  return rows.map(({ sid }) => sid);
}

/** Locks the latest job of each image if it failed and its model is not queued again. The images must be locked already. */
export async function lockFailedJobs(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<{ id: string; imageSid: string; modelSid: string; queueId: string | null }[]> {
  const sids = sql.param([...imageSids]);
  const { rows } = await tx.execute<{ id: string; image_sid: string; model_sid: string; queue_id: string | null }>(sql`
    select f.id, f.image_sid, f.model_sid, f.queue_id from image_jobs f
    where f.image_sid = any(${sids}::text[]) and f.state = 'failed'
      and f.id = (select j.id from image_jobs j where j.image_sid = f.image_sid order by j.created_at desc, j.id desc limit 1)
      and not exists (
        select 1 from image_jobs j where j.image_sid = f.image_sid and j.model_sid = f.model_sid and ${isOpen})
    order by f.id for update`);
  return rows.map((row) => ({ id: row.id, imageSid: row.image_sid, modelSid: row.model_sid, queueId: row.queue_id }));
}
