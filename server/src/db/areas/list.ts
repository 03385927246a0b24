import { type Area } from "@precount/domain";
import { and, asc, eq, inArray, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { users } from "../schema/users.ts";
import { currentImages } from "./current-image.ts";
import { columnsOf, selectAreas, toArea } from "./entities.ts";

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
