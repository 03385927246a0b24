import { and, eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { areas } from "../schema/areas.ts";
import { projects } from "../schema/projects.ts";

export type AreaRow = typeof areas.$inferSelect;

/** An area with its event, by the area's sid. */
export async function findArea(
  db: Queryable,
  sid: string,
): Promise<{ area: AreaRow; project: typeof projects.$inferSelect } | null> {
  const [row] = await db
    .select({ area: areas, project: projects })
    .from(areas)
    .innerJoin(projects, eq(projects.sid, areas.projectSid))
    .where(eq(areas.sid, sid));
  return row ?? null;
}

/** The sids of the event's areas with these numbers. One statement, or none without numbers. */
export async function findAreasByNumber(
  tx: Queryable,
  projectSid: string,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx
    .select({ number: areas.number, sid: areas.sid })
    .from(areas)
    .where(and(eq(areas.projectSid, projectSid), sql`${areas.number} = any(${sql.param([...numbers])}::int[])`));
  return new Map(rows.map(({ number, sid }) => [number, sid]));
}

/** Locks an area until the transaction ends; null if it has been deleted. */
export async function lockArea(tx: Queryable, sid: string): Promise<AreaRow | null> {
  const [row] = await tx.select().from(areas).where(eq(areas.sid, sid)).for("update");
  return row ?? null;
}
