import { type SQL, and, eq, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { areas } from "./schema/areas.ts";
import { images } from "./schema/images.ts";
import { projects } from "./schema/projects.ts";
import { reports } from "./schema/reports.ts";

type Ids = { imageId: string | null; reportId: string | null; areaId: string | null };
type Names = Record<keyof Ids, string | null>;

/** Selects a scalar subquery as a column. */
const scalar = (query: SQL): SQL<string | null> => sql`(${query})`;

/** The names of an event's image, report and area; null for an id that the event does not have. One statement. */
export async function findBreadcrumbNames(db: Queryable, projectSid: string, ids: Ids): Promise<Names> {
  const [row] = await db
    .select({
      imageId: scalar(
        sql`select ${images.name} from ${images} where ${and(eq(images.projectSid, projectSid), eq(images.sid, ids.imageId ?? ""))}`,
      ),
      reportId: scalar(
        sql`select ${reports.title} from ${reports} where ${and(eq(reports.projectSid, projectSid), eq(reports.sid, ids.reportId ?? ""))}`,
      ),
      areaId: scalar(
        sql`select ${areas.number}::text from ${areas} where ${and(eq(areas.projectSid, projectSid), eq(areas.sid, ids.areaId ?? ""))}`,
      ),
    })
    .from(projects)
    .where(eq(projects.sid, projectSid));
  return row ?? { imageId: null, reportId: null, areaId: null };
}
