import { type SQL, sql } from "../drizzle.ts";

/** Whether no job of the queue that is still to be done has the id in this column. */
export const isNotQueued = (queueId: unknown): SQL =>
  sql`not exists (select 1 from pgboss.job q where q.id::text = ${queueId} and q.state < 'completed')`;
