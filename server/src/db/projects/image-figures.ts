import type { MinuteCount, ProjectSummary } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";

type ImagesByStatus = ProjectSummary["imagesByStatus"];

/** The images of an event, counted. */
export type ImageFigures = {
  byStatus: { -readonly [S in keyof ImagesByStatus]: number };
  stickers: number;
  validStickers: number;
  /** Stickers with a doubtful value, in images that wait for review. */
  doubtful: number;
};

const noImages = (): ImageFigures => ({
  byStatus: { uploaded: 0, processed: 0, pending: 0, approved: 0, rejected: 0 },
  stickers: 0,
  validStickers: 0,
  doubtful: 0,
});

type CountRow = {
  projectSid: string;
  status: keyof ImagesByStatus;
  count: number;
  stickers: number;
  validStickers: number;
};

/** Counts the images of any number of events by an index-only scan. One statement. */
export async function readImageFigures(
  db: Queryable,
  projectSids: readonly string[],
): Promise<Map<string, ImageFigures>> {
  const { rows } = await db.execute<CountRow>(sql`
    select ${images.projectSid} as "projectSid", ${images.status} as status, count(*)::int as count,
      coalesce(sum(${images.stickersCount}), 0)::int as stickers,
      coalesce(sum(${images.validStickersCount}), 0)::int as "validStickers"
    from ${images} where ${images.projectSid} = any(${sql.param([...projectSids])}::text[]) group by 1, 2`);
  const figures = new Map(projectSids.map((sid) => [sid, noImages()]));
  for (const { projectSid, status, count, stickers, validStickers } of rows) {
    const event = figures.get(projectSid) ?? noImages();
    event.byStatus[status] = count;
    event.stickers += stickers;
    event.validStickers += validStickers;
    if (status === "processed" || status === "pending") event.doubtful += stickers - validStickers;
  }
  return figures;
}

/** The images that were approved or rejected during the last hour, by event and minute. One statement over an index. */
export async function readSettledPerMinute(
  db: Queryable,
  projectSids: readonly string[],
): Promise<Map<string, MinuteCount[]>> {
  const { rows } = await db.execute<MinuteCount & { projectSid: string }>(sql`
    select ${images.projectSid} as "projectSid", floor(extract(epoch from ${images.statusDate}) / 60)::int as minute, count(*)::int as count
    from ${images}
    where ${images.projectSid} = any(${sql.param([...projectSids])}::text[]) and ${images.status} in ('approved', 'rejected')
      and ${images.statusDate} > now() - interval '1 hour'
    group by 1, 2 order by 2`);
  const counts = new Map<string, MinuteCount[]>();
  for (const { projectSid, ...minute } of rows) counts.set(projectSid, [...(counts.get(projectSid) ?? []), minute]);
  return counts;
}
