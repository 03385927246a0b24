import type { DetectionStatus, ImageStatus } from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { sql } from "./drizzle.ts";

/* Checks and repairs counts that are stored in rows and normally maintained by triggers. */

/** Images whose stored counts differ from their detections, with the correct counts (as the trigger keep_image_counts computes them). */
const miscounted = sql`
  select * from (
    select i.sid, s.stickers_count, s.valid_stickers_count, d.detections_count, d.results_count,
      (i.stickers_count, i.valid_stickers_count, i.detections_count, i.results_count)
        is distinct from (s.stickers_count, s.valid_stickers_count, d.detections_count, d.results_count) as is_wrong
    from images i
    cross join lateral (
      select count(*)::int as detections_count, coalesce(sum(results_count), 0)::int as results_count
      from image_detections where image_sid = i.sid and status <> 'discarded') d
    left join lateral (
      select stickers_count, valid_stickers_count from image_detections
      where image_sid = i.sid and status <> 'discarded'
      order by status = 'selected' desc, status = 'validated' desc, validated_at desc nulls last, inferred_at desc, sid
      limit 1) s on true) counted
  where is_wrong`;

/** Returns the images with wrong counts and, with `fix`, corrects them. Triggers then update the counts of their events. */
export async function recountImages(db: Queryable, fix: boolean): Promise<string[]> {
  const { rows } = fix
    ? await db.execute<{ sid: string }>(sql`
        update images i set stickers_count = c.stickers_count, valid_stickers_count = c.valid_stickers_count,
          detections_count = c.detections_count, results_count = c.results_count
        from (${miscounted}) c where c.sid = i.sid returning i.sid`)
    : await db.execute<{ sid: string }>(sql`select sid from (${miscounted}) c`);
  return rows.map(({ sid }) => sid);
}

const miscountedEvents = sql`
  select p.sid as project_sid, p.slug, n.images, n.image_detections, n.object_detections
  from projects p
  cross join lateral (
    select count(*)::int as images, coalesce(sum(detections_count), 0)::int as image_detections,
      coalesce(sum(results_count), 0)::int as object_detections
    from images where project_sid = p.sid) n
  left join project_counts c on c.project_sid = p.sid
  where (c.images, c.image_detections, c.object_detections)
    is distinct from (n.images, n.image_detections, n.object_detections)`;

/** Returns the slugs of events with wrong counts and, with `fix`, corrects them. */
export async function recountProjects(db: Queryable, fix: boolean): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`select slug from (${miscountedEvents}) wrong`);
  if (fix && rows.length > 0) {
    await db.execute(sql`
      insert into project_counts (project_sid, images, image_detections, object_detections)
      select project_sid, images, image_detections, object_detections from (${miscountedEvents}) wrong
      on conflict (project_sid) do update set images = excluded.images,
        image_detections = excluded.image_detections, object_detections = excluded.object_detections`);
  }
  return rows.map(({ slug }) => slug);
}

export interface ImageSummary {
  sid: string;
  status: ImageStatus;
  isRejected: boolean;
  detections: { status: DetectionStatus; allValid: boolean }[];
}

const PAGE_ROWS = 2000;

/** Every image with the inputs of its derived status (PD-13), by keyset pagination with constant memory. */
export async function* summarizeImages(db: Queryable): AsyncIterable<ImageSummary> {
  let after = "";
  for (;;) {
    // The column names match ImageSummary.
    const { rows } = await db.execute<ImageSummary & Record<string, unknown>>(sql`
      select i.sid, i.status, i.rejected_at is not null as "isRejected", coalesce(
        json_agg(json_build_object('status', d.status, 'allValid', d.progress = 100)) filter (where d.sid is not null), '[]'
        ) as detections
      from (select * from images where sid > ${after} order by sid limit ${PAGE_ROWS}) i
      left join image_detections d on d.image_sid = i.sid and d.status <> 'discarded'
      group by i.sid, i.status, i.rejected_at order by i.sid`);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.sid;
  }
}
