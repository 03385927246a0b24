import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";

export interface CanceledJob {
  imageSid: string;
  /** Id of the queue's job. */
  queueId: string | null;
  /** The job had failed before it was sent again, or waited for a retry: it is failed again. */
  isFailed: boolean;
}

/**
 * Cancels the waiting jobs of an event. A job that failed before becomes failed again with its error; any other becomes done without
 * an attempt. Jobs locked by another transaction are skipped.
 */
export async function cancelWaitingJobs(tx: Queryable, projectSid: string): Promise<CanceledJob[]> {
  const { rows } = await tx.execute<{ image_sid: string; queue_id: string | null; state: "done" | "failed" }>(sql`
    with waiting as (
      select j.id from image_jobs j join images i on i.sid = j.image_sid
      where i.project_sid = ${projectSid} and j.state in ('queued', 'retrying')
      for update of j skip locked
    )
    update image_jobs j set
      state = (case when j.error is null then 'done' else 'failed' end)::job_state,
      attempts = case when j.error is null then 0 else j.attempts end,
      retry_at = null, updated_at = now()
    from waiting where waiting.id = j.id
    returning j.image_sid, j.queue_id, j.state`);
  return rows.map((row) => ({ imageSid: row.image_sid, queueId: row.queue_id, isFailed: row.state === "failed" }));
}
