import { containsPattern } from "../escape-like.ts";
import {
  type ImageStatsRow,
  type ImageStatsSort,
  type ImageStatsTotals,
  type ImageStatus,
  type Person,
  clampPage,
  validDetectionPercent,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, eq, inArray, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { mapStatsCounts, representativeDetection } from "../detections/representative-detection.ts";
import { selectRows, toRow } from "./stats-rows.ts";
import { orderOf, isByCount } from "./stats-order.ts";

export type ImageStatsQuery = {
  /** Names of models are those that this user may see. */
  user: Person;
  projectSid: string;
  page: number;
  pageSize: number;
  statuses?: readonly ImageStatus[] | undefined;
  /** Part of a name, case-insensitive. */
  search?: string | undefined;
  sort: ImageStatsSort;
};

export type ImageStatsList = {
  images: ImageStatsRow[];
  /** Number of images that match the filters. */
  total: number;
  /** The returned page: the last one if the requested page is past the end (PD-38). */
  page: number;
  /** Number of images by status, among those that match the search. */
  counts: Partial<Record<ImageStatus, number>>;
  /** Totals of the whole event. */
  totals: ImageStatsTotals;
  /** Totals of the images that match the filters. */
  matching: ImageStatsTotals;
};

/** One page of an event's image statistics with its totals. Always two statements, without reading JSON. */
export async function listImageStats(db: Queryable, query: ImageStatsQuery): Promise<ImageStatsList> {
  const { projectSid, pageSize, statuses, search, sort } = query;
  const matches = search ? sql<boolean>`${images.name} ilike ${containsPattern(search)}` : sql<boolean>`true`;
  const groups = await sumByStatus(db, projectSid, matches);
  const found = groups.filter((group) => group.matches);
  const filtered = statuses?.length ? found.filter(({ status }) => statuses.includes(status)) : found;
  const matching = sumUp(filtered);
  const page = clampPage(query.page, pageSize, matching.images);
  const matchesFilters = and(
    eq(images.projectSid, projectSid),
    matches,
    statuses?.length ? inArray(images.status, [...statuses]) : undefined,
  );
  const representative = representativeDetection(db);
  const order = orderOf(sort, representative);
  // Selects the page first and joins detections after. Sorted by name or size, the event's other 5,000 images need no lookup.
  const candidates = db
    .select({ sid: images.sid })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .$dynamic();
  const shown = (isByCount(sort) ? candidates.leftJoinLateral(representative, sql`true`) : candidates)
    .where(matchesFilters)
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("shown");
  const rows = await selectRows(db, representative).innerJoin(shown, eq(shown.sid, images.sid)).orderBy(order);
  return {
    images: rows.map((row) => toRow(row, query.user)),
    total: matching.images,
    page,
    counts: Object.fromEntries(found.map((group) => [group.status, group.images])),
    totals: sumUp(groups),
    matching,
  };
}

/** Sums over an event's images by status, separately for images that match the search and the others. */
async function sumByStatus(db: Queryable, projectSid: string, matches: SQL<boolean>) {
  const representative = representativeDetection(db);
  return (
    db
      .select({
        status: images.status,
        matches,
        images: sql<number>`count(*)::int`,
        stickers: sql<number>`coalesce(sum(${images.stickersCount}), 0)::int`,
        validStickers: sql<number>`coalesce(sum(${images.validStickersCount}), 0)::int`,
        sizeBytes: sql<number>`sum(${images.sizeBytes})::float8`,
        stats: mapStatsCounts((count) => sql<number>`coalesce(sum(${representative[count]}), 0)::int`),
      })
      .from(images)
      .leftJoinLateral(representative, sql`true`)
      .where(eq(images.projectSid, projectSid))
      // By position: the search text is a parameter, and PostgreSQL cannot know that two parameters are equal.
      .groupBy(images.status, sql`2`)
  );
}

function sumUp(groups: Awaited<ReturnType<typeof sumByStatus>>): ImageStatsTotals {
  const sum = (of: (group: (typeof groups)[number]) => number): number =>
    groups.reduce((total, group) => total + of(group), 0);
  const counts = { stickers: sum(({ stickers }) => stickers), validStickers: sum((group) => group.validStickers) };
  return {
    images: sum((group) => group.images),
    // Without stickers there is no percentage.
    validPercent: counts.stickers === 0 ? null : validDetectionPercent([counts]),
    stats: mapStatsCounts((count) => sum(({ stats }) => stats[count])),
    sizeBytes: sum(({ sizeBytes }) => sizeBytes),
  };
}
