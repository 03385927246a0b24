import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";
import { needsReview, IMAGE_ORDERS } from "./order.ts";
import { type ImageFilter, matchesFilter } from "./filter.ts";

/** The sids of all images that match a filter, in the list's order. One row, as in listImageSids. */
export async function listMatchingSids(db: Queryable, filter: ImageFilter): Promise<string[]> {
  const [row] = await db
    .select({
      sids: sql<string[]>`coalesce(json_agg(${images.sid} order by ${IMAGE_ORDERS[filter.sort ?? "review"]}), '[]')`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(matchesFilter(filter));
  return row?.sids ?? [];
}

/**
 * All sids in the event's default order, for previous and next (PD-39); `open` are the images that need review; `sure` are those of them
 * with a sticker and without a doubtful value. The database aggregates them into one row, because 5,000 driver rows take many times
 * longer.
 */
export async function listImageSids(
  db: Queryable,
  projectSid: string,
): Promise<{ sids: string[]; open: string[]; sure: string[] }> {
  const [row] = await db
    .select({
      sids: sql<string[]>`coalesce(json_agg(${images.sid} order by ${IMAGE_ORDERS.review}), '[]')`,
      open: sql<
        string[]
      >`coalesce(json_agg(${images.sid} order by ${IMAGE_ORDERS.review}) filter (where ${needsReview}), '[]')`,
      sure: sql<
        string[]
      >`coalesce(json_agg(${images.sid} order by ${IMAGE_ORDERS.review}) filter (where ${images.status} = 'pending' and ${images.stickersCount} > 0), '[]')`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(eq(images.projectSid, projectSid));
  return row ?? { sids: [], open: [], sure: [] };
}
