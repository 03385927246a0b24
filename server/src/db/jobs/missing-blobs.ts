import { sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { images } from "../schema/images.ts";
import { imageJobs } from "../schema/jobs.ts";

/**
 * Gives each image whose file is missing a failed job, which users see. An open job is failed; an image without an open job gets a
 * new failed job. Does nothing while no model exists, because a job needs one.
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
  // If the whole store is missing, 200,000 images are affected, and a statement holds at most 65,535 values.
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
