import { containsPattern } from "../escape-like.ts";
import { type ImageListItem, type ImageFlag, type ImageStatus, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, eq, inArray, sql } from "../drizzle.ts";
import { hasFlags, isBelowThreshold } from "./flags.ts";
import { selectListItems, toListItem } from "./entities.ts";
import { naturalOrder } from "../natural-order.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";

/** All SQL about lists of images. */

/** Orders of an event's images; a leading "-" reverses the order. `review` is domain's `compareReviewPriority` in SQL (PD-12). */
export const IMAGE_SORTS = [
  "review",
  "name",
  "-name",
  "createdAt",
  "-createdAt",
  "validPercent",
  "-validPercent",
] as const;
type ImageSort = (typeof IMAGE_SORTS)[number];

const needsReview = sql`(${images.status} in ('processed', 'pending'))`;
const reviewStep = sql`case when ${needsReview} and ${isBelowThreshold} then 0 when ${images.status} = 'processed' then 1 when ${images.status} = 'pending' then 2
  when ${images.status} = 'uploaded' then 3 else 4 end`;
const invalidStickers = sql`case when ${needsReview}
  then coalesce(${images.stickersCount} - ${images.validStickersCount}, 0) else 0 end`;
const percentColumn = sql`${images.validStickersCount}::float / nullif(${images.stickersCount}, 0)`;
const name = naturalOrder(images.name);
const ORDERS: Readonly<Record<ImageSort, SQL>> = {
  review: sql`${reviewStep}, ${invalidStickers} desc, ${name}, ${images.sid}`,
  name: sql`${name}, ${images.sid}`,
  "-name": sql`${name} desc, ${images.sid} desc`,
  createdAt: sql`${images.createdAt}, ${images.sid}`,
  "-createdAt": sql`${images.createdAt} desc, ${images.sid} desc`,
  validPercent: sql`${percentColumn} nulls first, ${name}, ${images.sid}`,
  "-validPercent": sql`${percentColumn} desc nulls last, ${name}, ${images.sid}`,
};

/** Selects and orders images of an event. */
export interface ImageFilter {
  projectSid: string;
  statuses?: readonly ImageStatus[] | undefined;
  /** Part of a name, case-insensitive. */
  search?: string | undefined;
  /** Only images with all of these flags. */
  flags?: readonly ImageFlag[] | undefined;
  sort?: ImageSort | undefined;
}

export interface ImageListQuery extends ImageFilter {
  page: number;
  pageSize: number;
}

export interface ImageList {
  items: ImageListItem[];
  total: number;
  /** The returned page: the last one if the requested page is past the end (PD-38). */
  page: number;
  /** Number of images by status, among those that match the search and the flags. */
  counts: Partial<Record<ImageStatus, number>>;
  /** Number of images below the threshold, among those that match the search. */
  below: number;
}

const matching = ({ projectSid, search }: ImageFilter): SQL | undefined =>
  and(eq(images.projectSid, projectSid), search ? sql`${images.name} ilike ${containsPattern(search)}` : undefined);

const selected = (filter: ImageFilter): SQL | undefined =>
  and(
    matching(filter),
    filter.statuses?.length ? inArray(images.status, [...filter.statuses]) : undefined,
    hasFlags(filter.flags),
  );

/** One page of an event's images. Always two statements, without reading JSON. */
export async function listImages(db: Queryable, query: ImageListQuery): Promise<ImageList> {
  const { pageSize, statuses, flags, sort = "review" } = query;
  const flagged = hasFlags(flags);
  const rows = await db
    .select({
      status: images.status,
      count: flagged ? sql<number>`(count(*) filter (where ${flagged}))::int` : sql<number>`count(*)::int`,
      below: sql<number>`(count(*) filter (where ${isBelowThreshold}))::int`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(matching(query))
    .groupBy(images.status);
  const statusSet = statuses?.length ? new Set(statuses) : null;
  const total = rows.reduce((sum, { status, count }) => (!statusSet || statusSet.has(status) ? sum + count : sum), 0);
  const page = clampPage(query.page, pageSize, total);
  // Selects the page first and joins jobs and detections after, which spares those lookups for the event's other 5,000 images.
  const shown = db
    .select({ sid: images.sid })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(selected(query))
    .orderBy(ORDERS[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("shown");
  const items = await selectListItems(db).innerJoin(shown, eq(shown.sid, images.sid)).orderBy(ORDERS[sort]);
  const counts = Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]));
  const below = rows.reduce((sum, row) => sum + row.below, 0);
  return { items: items.map(toListItem), total, page, counts, below };
}

/** The sids of all images that match a filter, in the list's order. One row, as in listImageSids. */
export async function listMatchingSids(db: Queryable, filter: ImageFilter): Promise<string[]> {
  const [row] = await db
    .select({
      sids: sql<string[]>`coalesce(json_agg(${images.sid} order by ${ORDERS[filter.sort ?? "review"]}), '[]')`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(selected(filter));
  return row?.sids ?? [];
}

/**
 * All sids in the event's default order, for previous and next (PD-39); `open` are those that need review. The database aggregates
 * them into one row, because 5,000 driver rows take many times longer.
 */
export async function listImageSids(db: Queryable, projectSid: string): Promise<{ sids: string[]; open: string[] }> {
  const [row] = await db
    .select({
      sids: sql<string[]>`coalesce(json_agg(${images.sid} order by ${ORDERS.review}), '[]')`,
      open: sql<
        string[]
      >`coalesce(json_agg(${images.sid} order by ${ORDERS.review}) filter (where ${needsReview}), '[]')`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(eq(images.projectSid, projectSid));
  return row ?? { sids: [], open: [] };
}
