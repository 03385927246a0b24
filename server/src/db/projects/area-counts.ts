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
  const { undecided } = photosByUse(areas === 0 ? [] : await readSharedAreaPhotos(db, projectSid));
  return { areas, withoutArea: areas === 0 ? 0 : withoutArea, undecided: undecided.length };
}
