import type { Person } from "@precount/domain";
import { and, eq, ne, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { visibleTo } from "./projects.ts";
import { imageDetections, images, projects } from "./schema.ts";

export type Stats = { projects: number; images: number; imageDetections: number; objectDetections: number };

/** The dashboard's counts, of what the person may see (decision 40). One statement, from indexes alone. */
export async function readStats(db: Queryable, person: Person): Promise<Stats> {
  const visible = visibleTo(person);
  const seen = db
    .select({ count: sql<number>`count(*)::int`.as("seen") })
    .from(projects)
    .where(visible)
    .as("p");
  const photos = db
    .select({ count: sql<number>`count(*)::int`.as("photos") })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(visible)
    .as("i");
  const found = db
    .select({
      count: sql<number>`count(*)::int`.as("found"),
      results: sql<number>`coalesce(sum(${imageDetections.resultsCount}), 0)::int`.as("results"),
    })
    .from(imageDetections)
    .innerJoin(images, eq(images.sid, imageDetections.imageSid))
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(and(visible, ne(imageDetections.status, "discarded")))
    .as("d");
  const [row] = await db
    .select({
      projects: seen.count,
      images: photos.count,
      imageDetections: found.count,
      objectDetections: found.results,
    })
    .from(seen)
    .crossJoin(photos)
    .crossJoin(found);
  return row ?? { projects: 0, images: 0, imageDetections: 0, objectDetections: 0 };
}
