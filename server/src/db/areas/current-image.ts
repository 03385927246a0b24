import { type SQL, and, eq, isNotNull, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

/**
 * The newest image that is not rejected, excluded ones after the others, else the newest (PD-31, PD-67); for equal times the greater
 * sid. This is domain's `currentImage` in SQL.
 */
export const CURRENT_FIRST = [
  sql`case when ${images.status} = 'rejected' then 2 when ${images.countsToo} is false then 1 else 0 end`,
  sql`${images.createdAt} desc`,
  sql`${images.sid} collate "C" desc`,
] as const;

/**
 * Whether a user's decision leaves an image out of its area's count (PD-67). The area's current image, by the order above, counts in
 * spite of it.
 * @param alias of images, from code
 */
export function isExcludedImage(alias: string): SQL {
  const image = sql.raw(alias);
  return sql`(${image}.counts_too is false and exists (select from images other
    where other.area_sid = ${image}.area_sid and other.sid <> ${image}.sid and other.status <> 'rejected'
      and (other.counts_too is distinct from false
        or (other.created_at, other.sid collate "C") > (${image}.created_at, ${image}.sid collate "C"))))`;
}

const isApprovedUndecided = sql`${images.status} = 'approved' and ${images.countsToo} is null`;

export const currentImage = (db: Queryable) =>
  db
    .select({
      sid: images.sid,
      status: images.status,
      statusDate: images.statusDate,
      countsToo: images.countsToo,
      // A window function counts before the limit applies.
      photos: sql<number>`count(*) over ()::int`.as("photos"),
      approvedUndecided: sql<number>`count(*) filter (where ${isApprovedUndecided}) over ()::int`.as(
        "approved_undecided",
      ),
    })
    .from(images)
    .where(eq(images.areaSid, areas.sid))
    .orderBy(...CURRENT_FIRST)
    .limit(1)
    .as("current");

/** The current images of all areas of an event; for many areas this takes half the time of one lookup per area. */
export const currentImages = (db: Queryable, projectSid: string) =>
  db
    .selectDistinctOn([images.areaSid], {
      areaSid: images.areaSid,
      sid: images.sid,
      status: images.status,
      countsToo: images.countsToo,
      photos: sql<number>`count(*) over (partition by ${images.areaSid})::int`.as("photos"),
      approvedUndecided:
        sql<number>`count(*) filter (where ${isApprovedUndecided}) over (partition by ${images.areaSid})::int`.as(
          "approved_undecided",
        ),
    })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), isNotNull(images.areaSid)))
    .orderBy(images.areaSid, ...CURRENT_FIRST)
    .as("current");
