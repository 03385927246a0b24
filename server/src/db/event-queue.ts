import { type EventQueue, MOST_TO_LOOK_AT, estimateLeftMs } from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { and, eq, sql } from "./drizzle.ts";
import { hasFailed } from "./image-marks.ts";
import { images } from "./schema.ts";

/** All SQL about the queue of a whole event. */

/** As literals, and in this order, so that PostgreSQL sees the index of open jobs in it. */
const isOpen = sql`j.state in ('queued', 'running', 'retrying')`;
/**
 * Photos come one by one: one that follows so soon after the queue was empty belongs to what was before. Many at one moment are
 * a batch of their own, for somebody asked for them.
 */
const SAME_BATCH = sql`case when together > 1 then interval '0' else interval '1 minute' end`;

/** Two statements while nothing is open, which is nearly always; one more over the event's jobs while something is. */
export async function readEventQueue(db: Queryable, projectSid: string): Promise<EventQueue> {
  const open = await countOpen(db, projectSid);
  const failedImages = await countFailedImages(db, projectSid);
  const openCount = open.queued + open.running + open.retrying;
  if (openCount === 0) return { ...open, failed: 0, done: 0, leftMs: null, failedImages };
  const { nowMs, endedAt, done, failed } = await readBatch(db, projectSid);
  return { ...open, done, failed, failedImages, leftMs: estimateLeftMs(openCount, endedAt, nowMs) };
}

async function countOpen(
  db: Queryable,
  projectSid: string,
): Promise<Pick<EventQueue, "queued" | "running" | "retrying">> {
  const { rows } = await db.execute<{ state: "queued" | "running" | "retrying"; count: number }>(sql`
    select j.state, count(*)::int as count from image_jobs j join images i on i.sid = j.image_sid
    where i.project_sid = ${projectSid} and ${isOpen} group by j.state`);
  const counts = { queued: 0, running: 0, retrying: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

async function countFailedImages(db: Queryable, projectSid: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), hasFailed));
  return row?.count ?? 0;
}

type Batch = { nowMs: number; done: number; failed: number; endedAt: number[] };

/** What has ended of the batch that is open: the jobs since the last one that came to an empty queue. */
async function readBatch(db: Queryable, projectSid: string): Promise<Batch> {
  const { rows } = await db.execute<{ now_ms: number; done: number; failed: number; ended_ms: number[] | null }>(sql`
    with jobs as (
      select j.state, j.attempts, j.created_at, j.updated_at,
        max(case when ${isOpen} then 'infinity'::timestamptz else j.updated_at end)
          over (order by j.created_at, j.id rows between unbounded preceding and 1 preceding) as busy_until,
        count(*) over (partition by j.created_at) as together
      from image_jobs j join images i on i.sid = j.image_sid where i.project_sid = ${projectSid}
    ), ended as (
      select state, updated_at from jobs
      where (state = 'failed' or state = 'done' and attempts > 0) and created_at >= (
        select max(created_at) from jobs where busy_until is null or created_at > busy_until + ${SAME_BATCH})
    )
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
      (select count(*)::int from ended where state = 'done') as done,
      (select count(*)::int from ended where state = 'failed') as failed,
      (select array_agg((extract(epoch from updated_at) * 1000)::float8) from (
        select updated_at from ended order by updated_at desc limit ${MOST_TO_LOOK_AT}) latest) as ended_ms`);
  const [row] = rows;
  return {
    nowMs: row?.now_ms ?? 0,
    done: row?.done ?? 0,
    failed: row?.failed ?? 0,
    endedAt: row?.ended_ms ?? [],
  };
}

export interface TakenOff {
  imageSid: string;
  /** The queue's own job. */
  queueId: string | null;
  /** It had failed before it was sent again or while it waited for its next try: that is what it goes back to. */
  isFailed: boolean;
}

/**
 * Takes what waits in an event off: a job that failed before is failed again, with its error; any other is done without a
 * try. What somebody changes at this moment is left to them, so nobody waits for anybody.
 */
export async function takeOffWaiting(tx: Queryable, projectSid: string): Promise<TakenOff[]> {
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

/** The images of an event that have failed, in the order in which they are locked. */
export async function listFailedImages(db: Queryable, projectSid: string): Promise<string[]> {
  const rows = await db
    .select({ sid: images.sid })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), hasFailed))
    .orderBy(images.sid);
  return rows.map(({ sid }) => sid);
}

/** Of images that are locked: their latest job, where it has failed and its model is not queued again already. */
export async function lockFailedJobs(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<{ id: string; imageSid: string; queueId: string | null }[]> {
  const sids = sql.param([...imageSids]);
  const { rows } = await tx.execute<{ id: string; image_sid: string; queue_id: string | null }>(sql`
    select f.id, f.image_sid, f.queue_id from image_jobs f
    where f.image_sid = any(${sids}::text[]) and f.state = 'failed'
      and f.id = (select j.id from image_jobs j where j.image_sid = f.image_sid order by j.created_at desc, j.id desc limit 1)
      and not exists (
        select 1 from image_jobs j where j.image_sid = f.image_sid and j.model_sid = f.model_sid and ${isOpen})
    order by f.id for update`);
  return rows.map((row) => ({ id: row.id, imageSid: row.image_sid, queueId: row.queue_id }));
}
