import { type FoundImage, type ImageStatus, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { hasFlags, isBelowThreshold, isWithoutArea } from "./flags.ts";
import { selectListItems, toListItem } from "./entities.ts";
import { images } from "../schema/images.ts";
import { listMatchingStickers } from "./matching-stickers.ts";
import { projects } from "../schema/projects.ts";
import { IMAGE_ORDERS } from "./order.ts";
import { type ImageFilter, matchesSearch, matchesFilter } from "./filter.ts";

export interface ImageListInput extends ImageFilter {
  page: number;
  pageSize: number;
}

export interface ImageList {
  items: FoundImage[];
  total: number;
  /** The returned page: the last one if the requested page is past the end (PD-38). */
  page: number;
  /** Number of images by status, among those that match the search and the flags. */
  counts: Partial<Record<ImageStatus, number>>;
  /** Number of images below the threshold, among those that match the search. */
  below: number;
  /** Number of images without an area, among those that match the search (PD-69). */
  withoutArea: number;
}

/** One page of an event's images. Two statements, and one more for a search for stickers. Reads no detections. */
export async function listImages(db: Queryable, input: ImageListInput): Promise<ImageList> {
  const { pageSize, statuses, flags, sort = "review" } = input;
  const flagged = hasFlags(flags);
  const rows = await db
    .select({
      status: images.status,
      count: flagged ? sql<number>`(count(*) filter (where ${flagged}))::int` : sql<number>`count(*)::int`,
      below: sql<number>`(count(*) filter (where ${isBelowThreshold}))::int`,
      withoutArea: sql<number>`(count(*) filter (where ${isWithoutArea}))::int`,
    })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(matchesSearch(input))
    .groupBy(images.status);
  const statusSet = statuses?.length ? new Set(statuses) : null;
  const total = rows.reduce((sum, { status, count }) => (!statusSet || statusSet.has(status) ? sum + count : sum), 0);
  const page = clampPage(input.page, pageSize, total);
  // Selects the page first and joins jobs and detections after, which spares those lookups for the event's other 5,000 images.
  const shown = db
    .select({ sid: images.sid })
    .from(images)
    .innerJoin(projects, eq(projects.sid, images.projectSid))
    .where(matchesFilter(input))
    .orderBy(IMAGE_ORDERS[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("shown");
  const found = await selectListItems(db).innerJoin(shown, eq(shown.sid, images.sid)).orderBy(IMAGE_ORDERS[sort]);
  const matches = await listMatchingStickers(
    db,
    input,
    found.map(({ image }) => image.sid),
  );
  const items = found.map((row) => Object.assign(toListItem(row), { matches: matches.get(row.image.sid) ?? [] }));
  const counts = Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]));
  const below = rows.reduce((sum, row) => sum + row.below, 0);
  const withoutArea = rows.reduce((sum, row) => sum + row.withoutArea, 0);
  return { items, total, page, counts, below, withoutArea };
}
