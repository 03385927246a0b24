import { photosByUse } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { readSharedAreaPhotos } from "../areas/shared-area-photos.ts";

type Counts = { areas: number; withoutArea: number };

/** The counts of an event that concern its areas. Two statements. */
export async function countAreaWork(db: Queryable, projectSid: string): Promise<Counts & { undecided: number }> {
  const { rows } = await db.execute<Counts>(sql`
    select
      (select count(*)::int from areas where project_sid = ${projectSid}) as areas,
      (select count(*)::int from images
        where project_sid = ${projectSid} and area_sid is null and status <> 'rejected') as "withoutArea"`);
  const { areas = 0, withoutArea = 0 } = rows[0] ?? {};
  const { undecided } = photosByUse(areas === 0 ? [] : await readSharedAreaPhotos(db, [projectSid]));
  return { areas, withoutArea: areas === 0 ? 0 : withoutArea, undecided: undecided.length };
}

/** The photos of several events that need a decision, and those without an area; both 0 for events without areas. Two statements. */
export async function countPhotoWork(
  db: Queryable,
  projectSids: readonly string[],
): Promise<Map<string, { undecided: number; withoutArea: number }>> {
  const { rows } = await db.execute<{ projectSid: string; count: number }>(sql`
    select project_sid as "projectSid", count(*)::int as count from images
    where project_sid = any(${sql.param([...projectSids])}::text[]) and area_sid is null and status <> 'rejected'
      and exists (select from areas where areas.project_sid = images.project_sid)
    group by 1`);
  const withoutArea = new Map(rows.map(({ projectSid, count }) => [projectSid, count]));
  const { undecided } = photosByUse(await readSharedAreaPhotos(db, projectSids));
  const undecidedOf = Map.groupBy(undecided, ({ projectSid }) => projectSid);
  return new Map(
    projectSids.map((sid) => [
      sid,
      { undecided: undecidedOf.get(sid)?.length ?? 0, withoutArea: withoutArea.get(sid) ?? 0 },
    ]),
  );
}
