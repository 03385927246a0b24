import type { Queryable } from "./connect.ts";
import { sql } from "./drizzle.ts";

/** What waits and runs in one of the queue's queues. */
export interface QueueState {
  name: string;
  state: "created" | "retry" | "active";
  jobs: number;
  /** Of the one that has been there longest, seconds. */
  oldestSeconds: number;
}

/** All that is still to be done, by queue and state; a job that waits for its next try is in `retry`. */
export async function queueStates(db: Queryable): Promise<QueueState[]> {
  // The names are QueueState's own.
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select name, state::text as state, count(*)::int as jobs,
      extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
    from pgboss.job where state < 'completed' group by name, state`);
  return rows;
}

/** How many images there are of each status, and tasks of each. */
export async function workByStatus(
  db: Queryable,
): Promise<{ kind: "image" | "task"; status: string; count: number }[]> {
  const { rows } = await db.execute<{ kind: "image" | "task"; status: string; count: number }>(sql`
    select 'image' as kind, status::text as status, count(*)::int as count from images group by status
    union all
    select 'task', status::text, count(*)::int from tasks group by status`);
  return rows;
}
