import type { Queryable } from "../connect.ts";
import { and, ne, sql } from "../drizzle.ts";
import { areaRecounts, areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import type { AreaRow } from "./read.ts";

/** The areas that exist, locked until the transaction ends, in the order of their sids to prevent deadlocks. */
export const lockAreas = (tx: Queryable, sids: readonly string[]): Promise<AreaRow[]> =>
  tx
    .select()
    .from(areas)
    .where(sql`${areas.sid} = any(${sql.param([...sids])}::text[])`)
    .orderBy(areas.sid)
    .for("update");

/** The photos of areas that are not rejected, by area. */
export async function listPhotosInUse(tx: Queryable, areaSids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ sid: images.sid, areaSid: images.areaSid })
    .from(images)
    .where(and(sql`${images.areaSid} = any(${sql.param([...areaSids])}::text[])`, ne(images.status, "rejected")))
    .orderBy(images.sid);
  const photos = new Map<string, string[]>();
  for (const { sid, areaSid } of rows) {
    if (areaSid !== null) photos.set(areaSid, [...(photos.get(areaSid) ?? []), sid]);
  }
  return photos;
}

export type NewRecount = Pick<
  typeof areaRecounts.$inferInsert,
  "sid" | "projectSid" | "areaSid" | "imageSids" | "reason" | "createdBy"
>;

export async function insertRecounts(tx: Queryable, recounts: readonly NewRecount[]): Promise<void> {
  if (recounts.length > 0) await tx.insert(areaRecounts).values([...recounts]);
}
