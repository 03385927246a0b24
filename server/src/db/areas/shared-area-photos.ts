import type { PhotoOfEvent } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, inArray, ne, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

/** The events' areas with several photos that are not rejected: only there a user has to decide what counts. */
const areasWithSeveralPhotos = (projectSids: readonly string[]) => sql`(
  select area_sid from images
  where project_sid = any(${sql.param([...projectSids])}::text[]) and area_sid is not null and status <> 'rejected'
  group by area_sid having count(*) > 1 and bool_or(status = 'approved'))`;

const isVoided = sql<boolean>`${areas.voidedAt} is not null`;

/** The photos of areas with several photos that are not rejected, as domain's `photosByUse` needs them. One statement. */
export async function readSharedAreaPhotos(
  db: Queryable,
  projectSids: readonly string[],
): Promise<(PhotoOfEvent & { projectSid: string })[]> {
  const { sid, status, createdAt, countsToo, areaSid, projectSid } = images;
  return db
    .select({ sid, status, createdAt, countsToo, areaSid, projectSid, isAreaVoided: isVoided })
    .from(images)
    .innerJoin(areas, eq(areas.sid, images.areaSid))
    .where(
      and(
        inArray(images.projectSid, [...projectSids]),
        ne(images.status, "rejected"),
        sql`${images.areaSid} in ${areasWithSeveralPhotos(projectSids)}`,
      ),
    );
}
