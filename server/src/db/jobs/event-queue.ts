import { type EventQueue, MAX_SAMPLES, estimateRemainingMs } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { isLatestJobFailed } from "../images/flags.ts";
import { images } from "../schema/images.ts";

/** Literals in the order of the partial index of open jobs, so that PostgreSQL uses that index. */
export const isOpen = sql`j.state in ('queued', 'running', 'retrying')`;

/**
 * The longest pause within a batch. Uploaded photos arrive one by one, so a job that follows within a minute belongs to the same
 * batch. Several jobs created at once were requested together and form a batch of their own.
 */
const MAX_PAUSE = sql`case when job_count > 1 then interval '0' else interval '1 minute' end`;

/** Runs two cheap statements while no job is open, which is the usual case, and one over the event's jobs otherwise. */
export async function readEventQueue(db: Queryable, projectSid: string): Promise<EventQueue> {
  const failedImages = await countFailedImages(db, projectSid);
  if (!(await hasOpen(db, projectSid))) return { ...NOTHING_OPEN, failedImages };
  const { nowMs, endedAt, ...counts } = await readBatch(db, projectSid);
  const openCount = counts.queued + counts.running + counts.retrying;
  // The last open job ended between the two statements.
  if (openCount === 0) return { ...NOTHING_OPEN, failedImages };
  return { ...counts, failedImages, leftMs: estimateRemainingMs(openCount, endedAt, nowMs) };
}

const NOTHING_OPEN = { queued: 0, running: 0, retrying: 0, failed: 0, done: 0, leftMs: null, ahead: 0 };

async function hasOpen(db: Queryable, projectSid: string): Promise<boolean> {
  const { rows } = await db.execute<{ open: boolean }>(sql`
    select exists (
      select from image_jobs j join images i on i.sid = j.image_sid where i.project_sid = ${projectSid} and ${isOpen}
    ) as open`);
  return rows[0]?.open === true;
}

async function countFailedImages(db: Queryable, projectSid: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), isLatestJobFailed));
  return row?.count ?? 0;
}

type Batch = Pick<EventQueue, "queued" | "running" | "retrying" | "done" | "failed" | "ahead"> & {
  nowMs: number;
  endedAt: number[];
};

/**
 * Counts the open and ended jobs of the current batch: the jobs since the last one that was added to an empty queue. Jobs created at
 * the same moment are grouped first, so that a batch of ten thousand jobs needs no sorting. Workers take the jobs of all events in the
 * order of their creation. Those of other events are counted only while none of this event runs, so that a busy event's page costs no more.
 */
async function readBatch(db: Queryable, projectSid: string): Promise<Batch> {
  const { rows } = await db.execute<Counts & { now_ms: number; ended_ms: number[] | null }>(sql`
    with jobs as materialized (
      select j.state, j.attempts, j.created_at, j.updated_at, ${isOpen} as is_open
      from image_jobs j join images i on i.sid = j.image_sid where i.project_sid = ${projectSid}
    ), moments as (
      select created_at, count(*) as job_count,
        max(max(case when is_open then 'infinity'::timestamptz else updated_at end))
          over (order by created_at rows between unbounded preceding and 1 preceding) as busy_until
      from jobs group by created_at
    ), ended as (
      select state, updated_at from jobs
      where (state = 'failed' or state = 'done' and attempts > 0) and created_at >= (
        select max(created_at) from moments where busy_until is null or created_at > busy_until + ${MAX_PAUSE})
    ), others as (
      select count(*)::int as open, bool_or(j.state = 'running') as is_running
      from image_jobs j join images i on i.sid = j.image_sid
      where exists (select from jobs where state = 'queued') and not exists (select from jobs where state = 'running')
        and i.project_sid <> ${projectSid} and ${isOpen} and j.state <> 'retrying' and (
          j.state = 'running' or j.created_at < (select min(created_at) from jobs where state = 'queued'))
    )
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
      count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'retrying')::int as retrying,
      (select count(*)::int from ended where state = 'done') as done,
      (select count(*)::int from ended where state = 'failed') as failed,
      (select case when is_running then open else 0 end from others) as ahead,
      (select array_agg((extract(epoch from updated_at) * 1000)::float8) from (
        select updated_at from ended order by updated_at desc limit ${MAX_SAMPLES}) latest) as ended_ms
    from jobs`);
  const [row] = rows;
  if (!row) throw new Error("counting the batch returned no row");
  const { now_ms: nowMs, ended_ms: ended, ...counts } = row;
  return { ...counts, nowMs, endedAt: ended ?? [] };
}

type Counts = Omit<Batch, "nowMs" | "endedAt">;
