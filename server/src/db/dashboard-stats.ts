import type { Viewer } from "@precount/domain";
import { eq, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { visibleTo } from "./projects/visible-to.ts";
import { projectCounts, projects } from "./schema/projects.ts";

const total = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::float8`;

export type DashboardStats = { projects: number; images: number; imageDetections: number; objectDetections: number };

/** The dashboard's counts over the events that the user may see (PD-40). One statement; it reads one row per event. */
export async function readDashboardStats(db: Queryable, person: Viewer): Promise<DashboardStats> {
  const [row] = await db
    .select({
      projects: sql<number>`count(*)::int`,
      images: total(projectCounts.images),
      imageDetections: total(projectCounts.imageDetections),
      objectDetections: total(projectCounts.objectDetections),
    })
    .from(projects)
    .innerJoin(projectCounts, eq(projectCounts.projectSid, projects.sid))
    .where(visibleTo(person));
  return row ?? { projects: 0, images: 0, imageDetections: 0, objectDetections: 0 };
}
