import type { Database, Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";

/** The unfinished jobs of one queue in one state. */
export interface QueueState {
  name: string;
  state: "created" | "retry" | "active";
  jobs: number;
  /** Age of the oldest job in seconds. */
  oldestSeconds: number;
}

/** Unfinished jobs by queue and state; a job that waits for its next attempt is in `retry`. */
export async function listQueueStates(db: Queryable): Promise<QueueState[]> {
  // The column names match QueueState.
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select name, state::text as state, count(*)::int as jobs,
      extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
    from pgboss.job where state < 'completed' group by name, state`);
  return rows;
}

/** Number of images and document tasks by status. */
export async function countWorkByStatus(
  db: Queryable,
): Promise<{ kind: "image" | "task"; status: string; count: number }[]> {
  const { rows } = await db.execute<{ kind: "image" | "task"; status: string; count: number }>(sql`
    select 'image' as kind, status::text as status, count(*)::int as count from images group by status
    union all
    select 'task', status::text, count(*)::int from tasks group by status`);
  return rows;
}

/** Short enough that work resumes soon after an outage, long enough not to retry constantly. */
const POSTPONE_S = 15;

/**
 * Returns an attempt to the queue after a transient error of the database, disk, store or model server. The attempt does not count,
 * so the job is retried until the outage ends. Returns the time of the next attempt; null if the attempt is not the job's current
 * one.
 */
export async function postponeAttempt(
  db: Queryable,
  { queueId, attempt }: { queueId: string; attempt: number },
): Promise<Date | null> {
  // With started_on = null, pg-boss gives the next attempt the same number.
  const { rows } = await db.execute<{ startAfter: string }>(sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
      start_after = now() + make_interval(secs => ${POSTPONE_S})
    where id = ${queueId} and state = 'active' and retry_count = ${attempt - 1}
    returning start_after as "startAfter"`);
  return rows[0] ? new Date(rows[0].startAfter) : null;
}

/** Builds an update that sets future times to now and a condition for rows that need it. Nulls stay null. */
const clampToNow = (columns: SQL[]): { set: SQL; where: SQL } => ({
  set: sql.join(
    columns.map((column) => sql`${column} = case when ${column} > now() then now() else ${column} end`),
    sql`, `,
  ),
  where: sql.join(
    columns.map((column) => sql`${column} > now() + interval '2 minutes'`),
    sql` or `,
  ),
});

/**
 * Repairs the queue after the database's clock was set back. Times written before then lie in the future: jobs would wait for hours,
 * jobs of dead workers would not be detected, and the queue's maintenance would pause. Precount never delays a job by more than a
 * minute, so a later time comes from such a clock change. Returns the number of repaired jobs.
 */
export async function repairFutureQueueTimes(db: Database): Promise<number> {
  const jobTimes = clampToNow([sql`start_after`, sql`created_on`, sql`started_on`, sql`heartbeat_on`]);
  const queueTimes = clampToNow([sql`monitor_claim_on`, sql`monitor_on`, sql`maintain_on`]);
  const { rowCount } = await db.execute(
    sql`update pgboss.job set ${jobTimes.set} where state < 'completed' and (${jobTimes.where})`,
  );
  await db.execute(sql`update pgboss.queue set ${queueTimes.set} where ${queueTimes.where}`);
  return rowCount ?? 0;
}
