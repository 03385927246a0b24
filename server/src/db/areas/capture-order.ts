import type { Queryable } from "../connect.ts";
import { asc, eq, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

/**
 * The numbers of the areas that have a photo, in the order in which these were taken; photos without a time by their upload. A rejected
 * photo counts, because the crew has been there.
 */
export async function listCaptureOrder(db: Queryable, projectSid: string): Promise<number[]> {
  const takenAt = sql`min(coalesce(${images.capturedAt}, ${images.createdAt}))`;
  const rows = await db
    .select({ number: areas.number })
    .from(areas)
    .innerJoin(images, eq(images.areaSid, areas.sid))
    .where(eq(areas.projectSid, projectSid))
    .groupBy(areas.number)
    .orderBy(asc(takenAt), asc(areas.number));
  return rows.map(({ number }) => number);
}
