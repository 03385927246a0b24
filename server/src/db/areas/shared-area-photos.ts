import type { PhotoOfEvent } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, ne, sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";

/** The event's areas with several photos that are not rejected: only there a user has to decide what counts. */
const areasWithSeveralPhotos = (projectSid: string) => sql`(
  select area_sid from images
  where project_sid = ${projectSid} and area_sid is not null and status <> 'rejected'
  group by area_sid having count(*) > 1 and bool_or(status = 'approved'))`;

/** The photos of areas with several photos that are not rejected, as domain's `photosByUse` needs them. One statement. */
export async function readSharedAreaPhotos(db: Queryable, projectSid: string): Promise<PhotoOfEvent[]> {
  const { sid, status, createdAt, countsToo, areaSid } = images;
  return db
    .select({ sid, status, createdAt, countsToo, areaSid })
    .from(images)
    .where(
      and(
        eq(images.projectSid, projectSid),
        ne(images.status, "rejected"),
        sql`${images.areaSid} in ${areasWithSeveralPhotos(projectSid)}`,
      ),
    );
}
