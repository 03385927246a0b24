import { type DetectionFailure, detectionFailureSchema } from "@precount/domain";
import { z } from "zod";
import type { Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";

/** The PostgreSQL channel for committed changes, to which API processes listen. */
export const LIVE_CHANNEL = "precount";

export const changeSchema = z.object({
  projectSid: z.string(),
  kind: z.enum(["image", "project", "detection", "area", "task", "radar", "blindCount"]),
  /** The changed row; a task's taskId; the event's sid when too many areas changed to list them. */
  sid: z.string(),
  /** For an image with a detection that failed in its last attempt. */
  failure: detectionFailureSchema.optional(),
});
export type Change = z.infer<typeof changeSchema>;

/** Tells every screen that shows the event that a row changed, when and only when the transaction commits. */
export async function publishChange(tx: Queryable, change: Change): Promise<void> {
  await publishChanges(tx, [change]);
}

/** The same for many rows, in one statement. PostgreSQL sends equal payloads of a transaction once. */
export async function publishChanges(tx: Queryable, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map(({ projectSid, kind, sid, failure }) =>
    JSON.stringify({ projectSid, kind, sid, failure: failure && shorten(failure) }),
  );
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) payload`);
}

/** A NOTIFY payload is limited to 8000 bytes. */
const MAX_TEXT_LENGTH = 500;

const shorten = (failure: DetectionFailure): DetectionFailure => ({
  ...failure,
  imageName: failure.imageName.slice(0, MAX_TEXT_LENGTH),
  reason: failure.reason.slice(0, MAX_TEXT_LENGTH),
});

/** With more changed areas than this, screens reload their list: that costs less than as many messages. */
export const MAX_NAMED_AREAS = 300;

/** One change for each area, or one for the event's whole list. */
export function areaChanges(projectSid: string, sids: readonly string[]): Change[] {
  const named = sids.length > MAX_NAMED_AREAS ? [projectSid] : sids;
  return named.map((sid) => ({ projectSid, kind: "area", sid }));
}
