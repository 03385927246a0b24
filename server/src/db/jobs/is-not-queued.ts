import { type SQL, sql } from "../drizzle.ts";

/** An SQL condition: the queue has no unfinished job with the id in this column. */
export const isNotQueued = (queueId: unknown): SQL =>
  sql`not exists (select 1 from pgboss.job q where q.id::text = ${queueId} and q.state < 'completed')`;
