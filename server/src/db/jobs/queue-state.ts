import type { Database, Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";

/** What waits and runs in one of the queue's queues. */
export interface QueueState {
  name: string;
  state: "created" | "retry" | "active";
  jobs: number;
  /** Of the one that has been there longest, seconds. */
  oldestSeconds: number;
}

/** All that is still to be done, by queue and state; a job that waits for its next try is in `retry`. */
export async function listQueueStates(db: Queryable): Promise<QueueState[]> {
  // The names are QueueState's own.
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select name, state::text as state, count(*)::int as jobs,
      extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
    from pgboss.job where state < 'completed' group by name, state`);
  return rows;
}

/** How many images there are of each status, and tasks of each. */
export async function countWorkByStatus(
  db: Queryable,
): Promise<{ kind: "image" | "task"; status: string; count: number }[]> {
  const { rows } = await db.execute<{ kind: "image" | "task"; status: string; count: number }>(sql`
    select 'image' as kind, status::text as status, count(*)::int as count from images group by status
    union all
    select 'task', status::text, count(*)::int from tasks group by status`);
  return rows;
}

/** Nobody waits long after a store that comes back, and it is not asked all the time. */
const PUT_OFF_S = 15;

/**
 * Puts a try back that the database, the disk, the store or a model server let down: it does not count, and comes again in a
 * while, for as long as it takes. Answers when; null when the try is not the job's present one any more.
 */
export async function postponeAttempt(
  db: Queryable,
  { queueId, attempt }: { queueId: string; attempt: number },
): Promise<Date | null> {
  // Without a beginning the next try has this one's number.
  const { rows } = await db.execute<{ startAfter: string }>(sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
      start_after = now() + make_interval(secs => ${PUT_OFF_S})
    where id = ${queueId} and state = 'active' and retry_count = ${attempt - 1}
    returning start_after as "startAfter"`);
  return rows[0] ? new Date(rows[0].startAfter) : null;
}

/** What lies ahead of now, of these columns, set to now; what is null stays so. */
const intoPresent = (columns: SQL[]): { set: SQL; where: SQL } => ({
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
 * After the database's clock was set back, what it wrote before lies in its future: jobs would wait for hours to be taken, a dead
 * worker's would not be missed, and the queue's own rounds would rest. Nothing of ours is ever put off by more than a minute, so
 * whatever lies further ahead is of such a clock. Answers how many jobs it brought back.
 */
export async function repairFutureQueueTimes(db: Database): Promise<number> {
  const ofJobs = intoPresent([sql`start_after`, sql`created_on`, sql`started_on`, sql`heartbeat_on`]);
  const ofQueues = intoPresent([sql`monitor_claim_on`, sql`monitor_on`, sql`maintain_on`]);
  const { rowCount } = await db.execute(
    sql`update pgboss.job set ${ofJobs.set} where state < 'completed' and (${ofJobs.where})`,
  );
  await db.execute(sql`update pgboss.queue set ${ofQueues.set} where ${ofQueues.where}`);
  return rowCount ?? 0;
}
