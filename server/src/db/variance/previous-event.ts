import { type Viewer } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, desc, eq, max, ne, sql } from "../drizzle.ts";
import { visibleTo } from "../projects/visible-to.ts";
import { projects } from "../schema/projects.ts";
import { reports } from "../schema/reports.ts";

/** An event with a report, with which another one can be compared. */
export type ComparableEvent = {
  sid: string;
  slug: string;
  name: string;
  storeNumber: string | null;
  reportedAt: string;
};

const MAX_CHOICES = 200;

/** The other events of the event's groups that the user sees and that have a report, the newest report first. `sid` is null for an event that is not created yet. */
export async function listComparableEvents(
  db: Queryable,
  project: { sid: string | null; groups: readonly string[] },
  user: Viewer,
): Promise<ComparableEvent[]> {
  const reportedAt = max(reports.createdAt);
  const rows = await db
    .select({
      sid: projects.sid,
      slug: projects.slug,
      name: projects.name,
      storeNumber: projects.storeNumber,
      reportedAt,
    })
    .from(projects)
    .innerJoin(reports, eq(reports.projectSid, projects.sid))
    .where(
      and(
        project.sid === null ? undefined : ne(projects.sid, project.sid),
        sql`${projects.groups} && ${sql.param(project.groups)}::text[]`,
        visibleTo(user),
      ),
    )
    .groupBy(projects.sid)
    .orderBy(desc(reportedAt))
    .limit(MAX_CHOICES);
  return rows.map(({ sid, slug, name, storeNumber, reportedAt: at }) => ({
    sid,
    slug,
    name,
    storeNumber,
    reportedAt: new Date(at ?? 0).toISOString(),
  }));
}

/** The newest report of an event; null without one, or if the user may not see the event. */
export async function findNewestReport(
  db: Queryable,
  projectSid: string,
  user: Viewer,
): Promise<{ sid: string; slug: string; name: string } | null> {
  const [row] = await db
    .select({ sid: reports.sid, slug: projects.slug, name: projects.name })
    .from(reports)
    .innerJoin(projects, eq(projects.sid, reports.projectSid))
    .where(and(eq(reports.projectSid, projectSid), visibleTo(user)))
    .orderBy(desc(reports.version))
    .limit(1);
  return row ?? null;
}
