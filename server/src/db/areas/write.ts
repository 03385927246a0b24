import { and, between, eq, isNotNull, isNull, notExists, sql } from "../drizzle.ts";
import { newSids } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

/** Inserts the areas of a range that do not exist yet and returns them. One statement. */
export async function insertAreas(
  tx: Queryable,
  projectSid: string,
  { from, to }: { from: number; to: number },
): Promise<{ sid: string; number: number }[]> {
  const sids = newSids(to - from + 1);
  const { rows } = await tx.execute<{ sid: string; number: number }>(sql`
    insert into ${areas} (sid, project_sid, number)
    select sid, ${projectSid}::text, ${from}::int - 1 + position
    from unnest(${sql.param(sids)}::text[]) with ordinality as given (sid, position)
    on conflict (project_sid, number) do nothing
    returning sid, number`);
  return rows;
}

/** Voids the areas of a range that are not voided yet and returns them. */
export async function voidAreas(
  tx: Queryable,
  projectSid: string,
  { from, to }: { from: number; to: number },
  by: { userSid: string; reason: string | null },
): Promise<{ sid: string; number: number }[]> {
  return tx
    .update(areas)
    .set({ voidedAt: sql`now()`, voidedBy: by.userSid, voidReason: by.reason })
    .where(and(eq(areas.projectSid, projectSid), between(areas.number, from, to), isNull(areas.voidedAt)))
    .returning({ sid: areas.sid, number: areas.number });
}

/** Restores the voided areas of a range and returns them. */
export async function restoreAreas(
  tx: Queryable,
  projectSid: string,
  { from, to }: { from: number; to: number },
): Promise<{ sid: string; number: number }[]> {
  return tx
    .update(areas)
    .set(NOT_VOIDED)
    .where(and(eq(areas.projectSid, projectSid), between(areas.number, from, to), isNotNull(areas.voidedAt)))
    .returning({ sid: areas.sid, number: areas.number });
}

const NOT_VOIDED = { voidedAt: null, voidedBy: null, voidReason: null } as const;

/** Deletes the areas of a range that no image is linked to and returns them. */
export async function deleteAreasWithoutImages(
  tx: Queryable,
  projectSid: string,
  { from, to }: { from: number; to: number },
): Promise<{ sid: string; number: number }[]> {
  const linked = tx.select({ sid: images.sid }).from(images).where(eq(images.areaSid, areas.sid));
  return tx
    .delete(areas)
    .where(and(eq(areas.projectSid, projectSid), between(areas.number, from, to), notExists(linked)))
    .returning({ sid: areas.sid, number: areas.number });
}

export async function updateArea(
  tx: Queryable,
  sid: string,
  change: Pick<typeof areas.$inferInsert, "voidedBy" | "voidReason"> & { isVoided: boolean },
): Promise<void> {
  const { isVoided, voidedBy = null, voidReason = null } = change;
  await tx
    .update(areas)
    .set(isVoided ? { voidedAt: sql`now()`, voidedBy, voidReason } : NOT_VOIDED)
    .where(eq(areas.sid, sid));
}

/** Deletes an area. Its images stay; the foreign key unlinks them. */
export async function deleteArea(tx: Queryable, sid: string): Promise<void> {
  await tx.delete(areas).where(eq(areas.sid, sid));
}
