import { type Area, type AreaImage, areaStatus } from "@precount/domain";
import { and, asc, between, eq, inArray, isNull, sql } from "./drizzle.ts";
import { newSid } from "../lib/ids.ts";
import type { Queryable } from "./connect.ts";
import { pictureSrc } from "./images.ts";
import { areas, images, projects, users } from "./schema.ts";

/** All SQL about areas; which photo of an area counts is domain's `currentImage`, said here in SQL. */

export type AreaRow = typeof areas.$inferSelect;

/** The newest that is not rejected, else the newest (decision 31); of equal times the greater id. */
const CURRENT_FIRST = [
  sql`${images.status} = 'rejected'`,
  sql`${images.createdAt} desc`,
  sql`${images.sid} collate "C" desc`,
] as const;

export const currentImage = (db: Queryable) =>
  db
    .select({ sid: images.sid, status: images.status, statusDate: images.statusDate })
    .from(images)
    .where(eq(images.areaSid, areas.sid))
    .orderBy(...CURRENT_FIRST)
    .limit(1)
    .as("current");

const selectAreas = (db: Queryable) => {
  const current = currentImage(db);
  const { id, sid, number, voidedAt, voidReason } = areas;
  return db
    .select({
      id,
      sid,
      number,
      voidedAt,
      voidReason,
      voidedBy: users.name,
      imageSid: sql<string | null>`${current.sid}`,
      imageStatus: sql<typeof images.$inferSelect.status | null>`${current.status}`,
    })
    .from(areas)
    .leftJoinLateral(current, sql`true`)
    .leftJoin(users, eq(users.sid, areas.voidedBy));
};

type FoundArea = Awaited<ReturnType<ReturnType<typeof selectAreas>["execute"]>>[number];

const toArea = ({ id, sid, number, voidedAt, voidReason, voidedBy, imageSid, imageStatus }: FoundArea): Area => ({
  id,
  sid,
  name: String(number),
  status: areaStatus({ voided: voidedAt !== null, imageStatus }),
  imageSid,
  voided: voidedAt === null ? null : { at: voidedAt.toISOString(), by: voidedBy ?? "", reason: voidReason },
});

/** All of an event in the order of their numbers. One statement, whatever they are. */
export async function listAreas(db: Queryable, projectSid: string): Promise<Area[]> {
  const rows = await selectAreas(db).where(eq(areas.projectSid, projectSid)).orderBy(asc(areas.number));
  return rows.map(toArea);
}

export async function readAreas(db: Queryable, sids: readonly string[]): Promise<Area[]> {
  if (sids.length === 0) return [];
  const rows = await selectAreas(db)
    .where(inArray(areas.sid, [...sids]))
    .orderBy(asc(areas.number));
  return rows.map(toArea);
}

/** The photos of an area, the one that counts first. */
export async function listAreaImages(db: Queryable, areaSid: string): Promise<AreaImage[]> {
  const rows = await db
    .select({ image: images, slug: projects.slug })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(eq(images.areaSid, areaSid))
    .orderBy(...CURRENT_FIRST);
  return rows.map(({ image, slug }) => ({
    sid: image.sid,
    name: image.name,
    src: pictureSrc(image, slug),
    status: image.status,
    createdAt: image.createdAt.toISOString(),
  }));
}

/** An area with its event, for who asks by its sid alone. */
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

/** Its sid; null when the event has no such area. */
export async function findAreaByNumber(tx: Queryable, projectSid: string, number: number): Promise<string | null> {
  const [row] = await tx
    .select({ sid: areas.sid })
    .from(areas)
    .where(and(eq(areas.projectSid, projectSid), eq(areas.number, number)));
  return row?.sid ?? null;
}

/** Held until the transaction ends; null when somebody has deleted it. */
export async function lockArea(tx: Queryable, sid: string): Promise<AreaRow | null> {
  const [row] = await tx.select().from(areas).where(eq(areas.sid, sid)).for("update");
  return row ?? null;
}

/** Makes the numbers that do not exist yet, and gives those. One statement. */
export async function insertAreas(
  tx: Queryable,
  projectSid: string,
  { from, to }: { from: number; to: number },
): Promise<{ sid: string; number: number }[]> {
  const sids = Array.from({ length: to - from + 1 }, newSid);
  const { rows } = await tx.execute<{ sid: string; number: number }>(sql`
    insert into ${areas} (sid, project_sid, number)
    select sid, ${projectSid}::text, ${from}::int - 1 + position
    from unnest(${sql.param(sids)}::text[]) with ordinality as given (sid, position)
    on conflict (project_sid, number) do nothing
    returning sid, number`);
  return rows;
}

/** Voids those of the range that are not yet, and gives their numbers. */
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

export async function updateArea(
  tx: Queryable,
  sid: string,
  change: Pick<typeof areas.$inferInsert, "voidedBy" | "voidReason"> & { isVoided: boolean },
): Promise<void> {
  const { isVoided, voidedBy = null, voidReason = null } = change;
  await tx
    .update(areas)
    .set(
      isVoided ? { voidedAt: sql`now()`, voidedBy, voidReason } : { voidedAt: null, voidedBy: null, voidReason: null },
    )
    .where(eq(areas.sid, sid));
}

/** Its photos stay; the database takes them off it. */
export async function deleteArea(tx: Queryable, sid: string): Promise<void> {
  await tx.delete(areas).where(eq(areas.sid, sid));
}

/** Photos that are of no area, with what their files were called. */
export async function listUnlinkedImages(tx: Queryable, projectSid: string): Promise<{ sid: string; name: string }[]> {
  return tx
    .select({ sid: images.sid, name: images.name })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), isNull(images.areaSid)));
}

/** Puts each image to its area; one statement for all. */
export async function linkImages(
  tx: Queryable,
  links: readonly { imageSid: string; areaSid: string | null }[],
): Promise<void> {
  if (links.length === 0) return;
  const column = (field: "imageSid" | "areaSid") => sql`${sql.param(links.map((link) => link[field]))}::text[]`;
  await tx.execute(sql`
    update ${images} i set area_sid = given.area_sid
    from unnest(${column("imageSid")}, ${column("areaSid")}) as given (image_sid, area_sid)
    where i.sid = given.image_sid`);
}

/** Every photo of an area but one. */
export async function unlinkOthers(tx: Queryable, areaSid: string, imageSid: string): Promise<string[]> {
  const rows = await tx
    .update(images)
    .set({ areaSid: null })
    .where(and(eq(images.areaSid, areaSid), sql`${images.sid} <> ${imageSid}`))
    .returning({ sid: images.sid });
  return rows.map(({ sid }) => sid);
}
