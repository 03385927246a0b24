import { type Area, type AreaImage, type AreaHints, areaStatus } from "@precount/domain";
import { and, asc, between, eq, inArray, isNotNull, isNull, sql } from "./drizzle.ts";
import { newSids } from "../lib/ids.ts";
import type { Queryable } from "./connect.ts";
import { imageContentsUrl } from "./images.ts";
import { areas } from "./schema/areas.ts";
import { images } from "./schema/images.ts";
import { projects } from "./schema/projects.ts";
import { users } from "./schema/users.ts";

/** All SQL about areas; which photo of an area counts is domain's `currentImage`, said here in SQL. */

export type AreaRow = typeof areas.$inferSelect;
type ImageRow = typeof images.$inferSelect;

/** The newest that is not rejected, else the newest (decision 31); of equal times the greater id. */
const CURRENT_FIRST = [
  sql`${images.status} = 'rejected'`,
  sql`${images.createdAt} desc`,
  sql`${images.sid} collate "C" desc`,
] as const;

export const currentImage = (db: Queryable) =>
  db
    .select({
      sid: images.sid,
      status: images.status,
      statusDate: images.statusDate,
      // Counted before the limit.
      photos: sql<number>`count(*) over ()::int`.as("photos"),
    })
    .from(images)
    .where(eq(images.areaSid, areas.sid))
    .orderBy(...CURRENT_FIRST)
    .limit(1)
    .as("current");

/** Of all areas of an event at once: for many of them half the work of looking for each one's. */
const currentImages = (db: Queryable, projectSid: string) =>
  db
    .selectDistinctOn([images.areaSid], {
      areaSid: images.areaSid,
      sid: images.sid,
      status: images.status,
      photos: sql<number>`count(*) over (partition by ${images.areaSid})::int`.as("photos"),
    })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), isNotNull(images.areaSid)))
    .orderBy(images.areaSid, ...CURRENT_FIRST)
    .as("current");

const columnsOf = (current: Pick<ReturnType<typeof currentImage>, "sid" | "status" | "photos">) => {
  const { id, sid, number, voidedAt, voidReason } = areas;
  return {
    id,
    sid,
    number,
    voidedAt,
    voidReason,
    voidedBy: users.name,
    imageSid: sql<string | null>`${current.sid}`,
    imageStatus: sql<ImageRow["status"] | null>`${current.status}`,
    photos: sql<number>`coalesce(${current.photos}, 0)`,
  };
};

const selectAreas = (db: Queryable) => {
  const current = currentImage(db);
  return db
    .select(columnsOf(current))
    .from(areas)
    .leftJoinLateral(current, sql`true`)
    .leftJoin(users, eq(users.sid, areas.voidedBy));
};

type FoundArea = Awaited<ReturnType<ReturnType<typeof selectAreas>["execute"]>>[number];

const toArea = ({
  id,
  sid,
  number,
  voidedAt,
  voidReason,
  voidedBy,
  imageSid,
  imageStatus,
  photos,
}: FoundArea): Area => ({
  id,
  sid,
  name: String(number),
  status: areaStatus({ voided: voidedAt !== null, imageStatus }),
  imageSid,
  photos,
  voided: voidedAt === null ? null : { at: voidedAt.toISOString(), by: voidedBy ?? "", reason: voidReason },
});

/** All of an event in the order of their numbers. One statement, whatever they are. */
export async function listAreas(db: Queryable, projectSid: string): Promise<Area[]> {
  const current = currentImages(db, projectSid);
  const rows = await db
    .select(columnsOf(current))
    .from(areas)
    .leftJoin(current, eq(current.areaSid, areas.sid))
    .leftJoin(users, eq(users.sid, areas.voidedBy))
    .where(eq(areas.projectSid, projectSid))
    .orderBy(asc(areas.number));
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
    src: imageContentsUrl(image, slug),
    status: image.status,
    createdAt: image.createdAt.toISOString(),
  }));
}

/** Those of the event that are named, or have one of these photos. One statement. */
export async function readAffectedAreas(
  db: Queryable,
  projectSid: string,
  { areaSids, imageSids }: { areaSids: readonly string[]; imageSids: readonly string[] },
): Promise<Area[]> {
  const ofImages = sql`select ${images.areaSid} from ${images} where ${images.sid} = any(${sql.param(imageSids)})`;
  const rows = await selectAreas(db)
    .where(
      and(
        eq(areas.projectSid, projectSid),
        sql`${areas.sid} = any(${sql.param(areaSids)}::text[] || array(${ofImages}))`,
      ),
    )
    .orderBy(asc(areas.number));
  return rows.map(toArea);
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

/** Which of the numbers are areas of the event, with their sids. One statement, or none for none. */
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
  const sids = newSids(to - from + 1);
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

/** What a photo says of its area by itself. */
export const toAreaHints = (image: Pick<ImageRow, "givenAreaNumber" | "name" | "sheetCodes" | "bareCodes">): AreaHints => ({
  given: image.givenAreaNumber,
  name: image.name,
  codes: { sheet: image.sheetCodes, bare: image.bareCodes },
});

/** Photos that are of no area and that nobody took off one, with what they say themselves. */
export async function listUnlinkedImages(
  tx: Queryable,
  projectSid: string,
): Promise<{ sid: string; hints: AreaHints }[]> {
  const { sid, name, givenAreaNumber, sheetCodes, bareCodes } = images;
  const rows = await tx
    .select({ sid, name, givenAreaNumber, sheetCodes, bareCodes })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), mayBeLinkedByItself));
  return rows.map((row) => ({ sid: row.sid, hints: toAreaHints(row) }));
}

/** What somebody linked stays linked, and what somebody took off stays off: only the rest is for rules to link. */
const mayBeLinkedByItself = and(isNull(images.areaSid), isNull(images.areaUnlinkedAt));

/** Puts to their areas those of the photos that are of none and that nobody took off one; gives those. One statement. */
export async function linkImages(
  tx: Queryable,
  links: readonly { imageSid: string; areaSid: string }[],
): Promise<string[]> {
  if (links.length === 0) return [];
  const column = (field: "imageSid" | "areaSid") => sql`${sql.param(links.map((link) => link[field]))}::text[]`;
  const { rows } = await tx.execute<{ sid: string }>(sql`
    update ${images} set area_sid = given.area_sid
    from unnest(${column("imageSid")}, ${column("areaSid")}) as given (image_sid, area_sid)
    where ${images.sid} = given.image_sid and ${mayBeLinkedByItself}
    returning ${images.sid}`);
  return rows.map(({ sid }) => sid);
}

/** What somebody says goes over everything; null takes the photo off its area, for rules too. */
export async function linkImageManually(
  tx: Queryable,
  { imageSid, areaSid, userSid }: { imageSid: string; areaSid: string | null; userSid: string },
): Promise<void> {
  await tx
    .update(images)
    .set({ areaSid, ...(areaSid === null ? takenOffBy(userSid) : { areaUnlinkedAt: null, areaUnlinkedBy: null }) })
    .where(eq(images.sid, imageSid));
}

const takenOffBy = (userSid: string) => ({ areaUnlinkedAt: sql`now()`, areaUnlinkedBy: userSid });

/** Takes every photo off an area but one. */
export async function unlinkOtherImages(
  tx: Queryable,
  { areaSid, imageSid, userSid }: { areaSid: string; imageSid: string; userSid: string },
): Promise<string[]> {
  const rows = await tx
    .update(images)
    .set({ areaSid: null, ...takenOffBy(userSid) })
    .where(and(eq(images.areaSid, areaSid), sql`${images.sid} <> ${imageSid}`))
    .returning({ sid: images.sid });
  return rows.map(({ sid }) => sid);
}
