import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";
import { reports } from "../schema/reports.ts";

/** The current facts about an event and its parts, for messages. Null for a part that was deleted. */

export async function readEventFacts(db: Queryable, sid: string) {
  const [row] = await db
    .select({ sid: projects.sid, slug: projects.slug, name: projects.name, status: projects.status })
    .from(projects)
    .where(eq(projects.sid, sid));
  return row ?? null;
}

export async function readImageFacts(db: Queryable, sid: string) {
  const [row] = await db
    .select({
      sid: images.sid,
      name: images.name,
      status: images.status,
      areaCode: sql<string | null>`${areas.number}::text`,
    })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(eq(images.sid, sid));
  return row ?? null;
}

export async function readAreaFacts(db: Queryable, sid: string) {
  const [row] = await db
    .select({
      sid: areas.sid,
      name: sql<string>`${areas.number}::text`,
      isVoid: sql<boolean>`${areas.voidedAt} is not null`,
      images: sql<number>`(select count(*)::int from images where images.area_sid = areas.sid)`,
    })
    .from(areas)
    .where(eq(areas.sid, sid));
  return row ?? null;
}

export async function readReportFacts(db: Queryable, sid: string) {
  const [row] = await db
    .select({
      sid: reports.sid,
      version: reports.version,
      title: reports.title,
      rows: sql<number>`(${reports.contents} #>> '{totals,rows}')::int`,
      quantity: sql<number>`(${reports.contents} #>> '{totals,quantity}')::bigint::float8`,
    })
    .from(reports)
    .where(eq(reports.sid, sid));
  return row ?? null;
}
