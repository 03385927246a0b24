import type { LatestReport, Viewer } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { desc, eq, sql } from "../drizzle.ts";
import { visibleTo } from "../projects/visible-to.ts";
import { projects } from "../schema/projects.ts";
import { reports } from "../schema/reports.ts";

/** One read of the contents, which may be a megabyte: each expression would decompress them again. */
const totalsOf = (contents: unknown) => sql<LatestReport["totals"]>`(
  select jsonb_build_object('rows', t.totals -> 'rows', 'quantity', t.totals -> 'quantity')
  from (select ${contents} -> 'totals' as totals offset 0) t)`;

/** The newest reports of the events that the user sees, with the totals of the version before. One statement. */
export async function listLatestReports(db: Queryable, person: Viewer, limit: number): Promise<LatestReport[]> {
  const rows = await db
    .select({
      sid: reports.sid,
      version: reports.version,
      createdAt: reports.createdAt,
      slug: projects.slug,
      name: projects.name,
      totals: totalsOf(reports.contents),
      before: sql<LatestReport["before"]>`(
        select ${totalsOf(sql`earlier.contents`)} from ${reports} earlier
        where earlier.project_sid = ${reports.projectSid} and earlier.version < ${reports.version}
        order by earlier.version desc limit 1)`,
    })
    .from(reports)
    .innerJoin(projects, eq(projects.sid, reports.projectSid))
    .where(visibleTo(person))
    .orderBy(desc(reports.createdAt), desc(reports.sid))
    .limit(limit);
  return rows.map(({ sid, version, createdAt, slug, name, totals, before }) => ({
    sid,
    version,
    createdAt: createdAt.toISOString(),
    event: { slug, name },
    totals,
    before,
  }));
}
