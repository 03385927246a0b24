import { type Area, type AreaImage, areaStatus } from "@precount/domain";
import { and, asc, eq, inArray, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { imageContentsUrl } from "../images/contents-url.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";
import { users } from "../schema/users.ts";
import type { ImageRow } from "./link-images.ts";
import { CURRENT_FIRST, currentImage, currentImages } from "./current-image.ts";

export type AreaRow = typeof areas.$inferSelect;

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

/** All areas of an event in the order of their numbers. One statement. */
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

/** The images of an area, the current one first. */
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

/** The event's areas that are listed or contain one of these images. One statement. */
export async function readAffectedAreas(
  db: Queryable,
  projectSid: string,
  { areaSids, imageSids }: { areaSids: readonly string[]; imageSids: readonly string[] },
): Promise<Area[]> {
  const areasOfImages = sql`select ${images.areaSid} from ${images} where ${images.sid} = any(${sql.param(imageSids)})`;
  const rows = await selectAreas(db)
    .where(
      and(
        eq(areas.projectSid, projectSid),
        sql`${areas.sid} = any(${sql.param(areaSids)}::text[] || array(${areasOfImages}))`,
      ),
    )
    .orderBy(asc(areas.number));
  return rows.map(toArea);
}

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
