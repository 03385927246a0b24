import type { FailedEvent, QueueStatus, ServerStatus } from "@precount/domain";
import type { Pool } from "pg";
import type { Queryable } from "./connect.ts";
import { sql } from "./drizzle.ts";
import { isLatestJobFailed } from "./images/flags.ts";
import { readJournal } from "./migrate.ts";
import { listQueueStates } from "./jobs/queue-state.ts";
import { images } from "./schema/images.ts";
import { projects } from "./schema/projects.ts";

/** All SQL about the state of an installation, for the status page. */

const MAX_EVENTS = 20;

export async function databaseStatus(pool: Pool): Promise<ServerStatus["database"]> {
  const known = (await readJournal()).entries.length;
  const startedAt = performance.now();
  const { rows } = await pool.query<
    Omit<ServerStatus["database"], "answerMs" | "migrations"> & { done: number; nowMs: number }
  >(`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as "sizeBytes",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from drizzle.__drizzle_migrations) as done,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`);
  const answerMs = performance.now() - startedAt;
  const [row] = rows;
  if (!row) throw new Error("the database status query returned no row");
  const { done, nowMs, ...facts } = row;
  // The database read its clock about halfway through the query.
  return { ...facts, answerMs, clockAheadMs: nowMs - (Date.now() - answerMs / 2), migrations: { done, known } };
}

/** Waiting and running jobs by queue; empty queues are left out. */
export async function queueStatus(db: Queryable): Promise<QueueStatus[]> {
  const queues = new Map<string, QueueStatus>();
  for (const { name, state, jobs, oldestSeconds } of await listQueueStates(db)) {
    const queue = queues.get(name) ?? { name, waiting: 0, retrying: 0, active: 0, oldestSeconds: null };
    queues.set(name, queue);
    queue[state === "created" ? "waiting" : state === "retry" ? "retrying" : "active"] = jobs;
    if (state !== "active") queue.oldestSeconds = Math.max(queue.oldestSeconds ?? 0, oldestSeconds);
  }
  return [...queues.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Open events with photos whose latest job failed, latest failure first. */
export async function listFailedEvents(db: Queryable): Promise<FailedEvent[]> {
  // Starts from the failed jobs, which have an index; `isLatestJobFailed` then checks the photo's latest job.
  const { rows } = await db.execute<Omit<FailedEvent, "at"> & { at: Date | string }>(sql`
    select ${projects.slug}, ${projects.name}, count(distinct ${images.sid})::int as images, max(f.updated_at) as at,
      (array_agg(f.error order by f.updated_at desc))[1] as reason
    from image_jobs f join ${images} on ${images.sid} = f.image_sid
      join ${projects} on ${projects.sid} = ${images.projectSid}
    where f.state = 'failed' and ${isLatestJobFailed} and ${projects.status} in ('preview', 'active')
    group by ${projects.sid} order by max(f.updated_at) desc limit ${MAX_EVENTS}`);
  return rows.map(({ slug, name, images, reason, at }) => {
    return { slug, name, images, reason, at: new Date(at).toISOString() };
  });
}

/** Number of document tasks that failed within the last day. */
export async function countFailedTasks(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from tasks where status = 4 and updated_at > now() - interval '1 day'`);
  return rows[0]?.count ?? 0;
}
