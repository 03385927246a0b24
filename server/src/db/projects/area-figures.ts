import type { MinuteCount, ProjectSummary } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

export type AreaFigures = ProjectSummary["areas"] & {
  /** The areas that got their first photo that is not rejected during the last hour. */
  photographed: MinuteCount[];
};

type CountRow = Omit<AreaFigures, "photographed"> & { projectSid: string; minute: number | null };

/**
 * The newest photo of an area that is not rejected decides its status; excluded photos come after the others (`CURRENT_FIRST`). By
 * aggregates and not by sorting the photos of each area, which takes several times longer for the 5,000 photos of an event.
 */
const photosOfAreas = (projectSids: readonly string[]) => sql`
  select area_sid,
    min(created_at) filter (where status <> 'rejected') as first_at,
    max(created_at) filter (where status <> 'rejected' and counts_too is not false) as newest,
    max(created_at) filter (where status = 'approved' and counts_too is not false) as newest_approved,
    max(created_at) filter (where status <> 'rejected' and counts_too is false) as excluded,
    max(created_at) filter (where status = 'approved' and counts_too is false) as excluded_approved
  from ${images} where project_sid = any(${sql.param([...projectSids])}::text[]) and area_sid is not null group by area_sid`;

const isApproved = sql`coalesce(case when p.newest is not null then p.newest_approved = p.newest else p.excluded_approved = p.excluded end, false)`;

/** Counts the areas of any number of events. One statement. */
export async function readAreaFigures(
  db: Queryable,
  projectSids: readonly string[],
): Promise<Map<string, AreaFigures>> {
  const { rows } = await db.execute<CountRow>(sql`
    with photos as (${photosOfAreas(projectSids)})
    select a.project_sid as "projectSid", count(*)::int as total,
      count(*) filter (where a.voided_at is not null or ${isApproved})::int as "accountedFor",
      count(*) filter (where a.voided_at is null and p.first_at is null)::int as "toPhotograph",
      case when a.voided_at is null and p.first_at > now() - interval '1 hour'
        then floor(extract(epoch from p.first_at) / 60)::int end as minute
    from ${areas} a left join photos p on p.area_sid = a.sid
    where a.project_sid = any(${sql.param([...projectSids])}::text[])
    group by a.project_sid, 5 order by 5`);
  const figures = new Map<string, AreaFigures>();
  for (const { projectSid, minute, ...counts } of rows) {
    const event = figures.get(projectSid) ?? { total: 0, accountedFor: 0, toPhotograph: 0, photographed: [] };
    event.total += counts.total;
    event.accountedFor += counts.accountedFor;
    event.toPhotograph += counts.toPhotograph;
    if (minute !== null) event.photographed.push({ minute, count: counts.total });
    figures.set(projectSid, event);
  }
  return figures;
}
