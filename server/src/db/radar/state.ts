import type { Baseline } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { itemListVersions, itemLists } from "../schema/items.ts";
import { projects } from "../schema/projects.ts";
import { type PreviousAreas, radarChanges, radarEvents } from "../schema/radar.ts";

/** The version that the event uses, as `findEventVersion` chooses it. */
const eventVersion = sql<string | null>`coalesce(${projects.itemVersionSid}, (select v.sid from ${itemLists} l
  join ${itemListVersions} v on v.list_sid = l.sid and v.version = l.current_version where l.sid = ${projects.itemListSid}))`;

export type RadarState = typeof radarEvents.$inferSelect;

/** The state of an event's radar, the item list's version and previous event in use, and whether changes wait. One statement. */
export async function readRadarState(
  db: Queryable,
  projectSid: string,
): Promise<{
  state: RadarState | null;
  itemVersionSid: string | null;
  previousEventSid: string | null;
  hasChanges: boolean;
}> {
  const [row] = await db
    .select({
      state: radarEvents,
      itemVersionSid: eventVersion,
      previousEventSid: projects.previousEventSid,
      hasChanges: sql<boolean>`exists (select 1 from ${radarChanges} where ${radarChanges.projectSid} = ${projects.sid})`,
    })
    .from(projects)
    .leftJoin(radarEvents, eq(radarEvents.projectSid, projects.sid))
    .where(eq(projects.sid, projectSid));
  return row ?? { state: null, itemVersionSid: null, previousEventSid: null, hasChanges: false };
}

/** Begins to record the event's changes. It must be committed before the first computation reads the event. */
export async function beginRadar(db: Queryable, projectSid: string): Promise<void> {
  await db.insert(radarEvents).values({ projectSid }).onConflictDoNothing();
}

/** One computation of an event's radar runs at a time, in all processes. The lock ends with the transaction. */
export async function lockRadar(tx: Queryable, projectSid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('radar'), hashtext(${projectSid}))`);
}

const distinct = (sids: readonly (string | null)[]): string[] => [...new Set(sids.filter((sid) => sid !== null))];

/** Takes the recorded changes. Those of transactions that have not committed yet stay for the next computation. */
export async function takeRadarChanges(
  tx: Queryable,
  projectSid: string,
): Promise<{ imageSids: string[]; areaSids: string[] }> {
  const rows = await tx
    .delete(radarChanges)
    .where(eq(radarChanges.projectSid, projectSid))
    .returning({ imageSid: radarChanges.imageSid, areaSid: radarChanges.areaSid });
  return { imageSids: distinct(rows.map((row) => row.imageSid)), areaSids: distinct(rows.map((row) => row.areaSid)) };
}

export type RadarStateChange = {
  rulesVersion: number;
  itemVersionSid: string | null;
  previousEventSid: string | null;
  baseline: Baseline;
  baselineStickers: number;
  previousAreas: PreviousAreas | null;
};

export async function updateRadarState(tx: Queryable, projectSid: string, change: RadarStateChange): Promise<void> {
  await tx
    .update(radarEvents)
    .set({ ...change, computedAt: new Date() })
    .where(eq(radarEvents.projectSid, projectSid));
}
