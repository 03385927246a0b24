import { noteChanges } from "../audit/audited.ts";
import { sql } from "../db/drizzle.ts";
import { z } from "zod";
import type { Queryable } from "../db/connect.ts";

/** The PostgreSQL channel that every process with browsers behind it listens on. */
export const LIVE_CHANNEL = "precount";

export const changeSchema = z.object({
  projectSid: z.string(),
  kind: z.enum(["image", "project", "detection", "area", "task"]),
  /** Of what changed, of a task its taskId; of areas that are too many to name, the event's. */
  sid: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * Tells everyone who looks at the event, when and only when the transaction commits. Part of every
 * mutation: a page that shows the thing reloads it.
 */
export async function notifyChange(tx: Queryable, change: Change): Promise<void> {
  await notifyChanges(tx, [change]);
}

/** One statement for many; PostgreSQL sends equal ones of a transaction once. */
export async function notifyChanges(tx: Queryable, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  noteChanges(changes);
  const payloads = changes.map(({ projectSid, kind, sid }) => JSON.stringify({ projectSid, kind, sid }));
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) payload`);
}

/** Of more, screens read their list again: it takes less than so many messages. */
export const MOST_AREAS_NAMED = 300;

/** Tells of each area, or, of many, that areas of the event changed. */
export async function notifyAreas(tx: Queryable, projectSid: string, sids: readonly string[]): Promise<void> {
  const named = sids.length > MOST_AREAS_NAMED ? [projectSid] : sids;
  await notifyChanges(
    tx,
    named.map((sid) => ({ projectSid, kind: "area", sid })),
  );
}
