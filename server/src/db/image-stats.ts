import {
  type ImageStats,
  type ImageStatsRow,
  type ImageStatsSort,
  type ImageStatsTotals,
  type ImageStatus,
  type Patch,
  type Prediction,
  clampPage,
  validDetectionPercent,
  validPercent,
} from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { type SQL, and, asc, eq, inArray, isNull, sql } from "./drizzle.ts";
import { type ImageRow, uprightSize } from "./images.ts";
import { naturalOrder } from "./natural-order.ts";
import { areas } from "./schema/areas.ts";
import { detectionPatches, imageDetections } from "./schema/detections.ts";
import { images } from "./schema/images.ts";
import { models } from "./schema/models.ts";
import { users } from "./schema/users.ts";
import { STATS_COUNTS, mapStatsCounts, representativeDetection } from "./detections/representative-detection.ts";

/** All SQL about image statistics, and about what an event's downloads are made of. */

type Standing = ReturnType<typeof representativeDetection>;

function selectRows(db: Queryable, standing: Standing) {
  return db
    .select({
      image: images,
      areaNumber: areas.number,
      model: models.name,
      stats: mapStatsCounts((count) => sql<number>`coalesce(${standing[count]}, 0)`),
    })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .leftJoinLateral(standing, sql`true`)
    .leftJoin(models, eq(models.sid, standing.modelSid));
}
type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

function toRow({ image, areaNumber, model, stats }: SelectedRow): ImageStatsRow {
  const { stickersCount, validStickersCount } = image;
  return {
    sid: image.sid,
    name: image.name,
    status: image.status,
    areaCode: areaNumber === null ? null : String(areaNumber),
    model,
    validPercent:
      stickersCount === null || validStickersCount === null
        ? null
        : validPercent({ stickers: stickersCount, validStickers: validStickersCount }),
    stats,
    metadata: {
      brand: image.cameraBrand,
      model: image.cameraModel,
      storeNumber: image.storeNumber,
      shelfCode: image.shelfCode,
      bayCode: image.bayCode,
    },
    ...uprightSize(image),
    sizeBytes: image.sizeBytes,
    rotation: image.rotation,
    capturedAt: image.capturedAt?.toISOString() ?? null,
    createdAt: image.createdAt.toISOString(),
  };
}

/** What the statistics are ordered by; images that are alike in it go by name. */
function orderOf(sort: ImageStatsSort, standing: Standing): SQL {
  const column = sortColumn(keyOf(sort), standing);
  return sql`${column} ${sql.raw(sort.startsWith("-") ? "desc" : "asc")} nulls last, ${naturalOrder(images.name)}, ${images.sid}`;
}

type SortKey = Exclude<ImageStatsSort, `-${string}`>;
// A sort is a column's key, or that with a minus.
const keyOf = (sort: ImageStatsSort): SortKey => sort.slice(sort.startsWith("-") ? 1 : 0) as SortKey;
const isByCount = (sort: ImageStatsSort): boolean => isCount(keyOf(sort));

function sortColumn(key: SortKey, standing: Standing): SQL {
  if (isCount(key)) return sql`coalesce(${standing[key]}, 0)`;
  switch (key) {
    case "areaCode":
      return sql`${areas.number}`;
    case "validPercent":
      return sql`${images.validStickersCount}::float / nullif(${images.stickersCount}, 0)`;
    case "name":
    case "storeNumber":
    case "bayCode":
    case "shelfCode":
      return naturalOrder(images[key]);
    case "status":
    case "sizeBytes":
    case "capturedAt":
    case "createdAt":
      return sql`${images[key]}`;
    default:
      return key satisfies never;
  }
}

const isCount = (key: string): key is keyof ImageStats => STATS_COUNTS.some((count) => count === key);

export type ImageStatsQuery = {
  projectSid: string;
  page: number;
  pageSize: number;
  statuses?: readonly ImageStatus[] | undefined;
  /** Part of a name, any case. */
  search?: string | undefined;
  sort: ImageStatsSort;
};

export type ImageStatsList = {
  images: ImageStatsRow[];
  /** How many the filters let through. */
  total: number;
  /** The page it is: one past the end is the last (decision 38). */
  page: number;
  /** How many have each status, among those that match the search. */
  counts: Partial<Record<ImageStatus, number>>;
  /** Of the whole event. */
  totals: ImageStatsTotals;
  /** Of what the filters let through. */
  matching: ImageStatsTotals;
};

/** One page of an event's image statistics with its totals. Two statements, no JSON, whatever the rows. */
export async function listImageStats(db: Queryable, query: ImageStatsQuery): Promise<ImageStatsList> {
  const { projectSid, pageSize, statuses, search, sort } = query;
  const matches = search ? sql<boolean>`${images.name} ilike ${likePattern(search)}` : sql<boolean>`true`;
  const groups = await sumByStatus(db, projectSid, matches);
  const found = groups.filter((group) => group.matches);
  const wanted = statuses?.length ? found.filter(({ status }) => statuses.includes(status)) : found;
  const matching = sumUp(wanted);
  const page = clampPage(query.page, pageSize, matching.images);
  const isWanted = and(
    eq(images.projectSid, projectSid),
    matches,
    statuses?.length ? inArray(images.status, [...statuses]) : undefined,
  );
  const standing = representativeDetection(db);
  const order = orderOf(sort, standing);
  // Which images first, then what is shown of them: by a name or a size, the event's other 5,000 need no detection looked up.
  const all = db.select({ sid: images.sid }).from(images).leftJoin(areas, eq(areas.sid, images.areaSid)).$dynamic();
  const shown = (isByCount(sort) ? all.leftJoinLateral(standing, sql`true`) : all)
    .where(isWanted)
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("shown");
  const rows = await selectRows(db, standing).innerJoin(shown, eq(shown.sid, images.sid)).orderBy(order);
  return {
    images: rows.map(toRow),
    total: matching.images,
    page,
    counts: Object.fromEntries(found.map((group) => [group.status, group.images])),
    totals: sumUp(groups),
    matching,
  };
}

/** The sums of an event's images, those that match the search apart from the others. */
async function sumByStatus(db: Queryable, projectSid: string, matches: SQL<boolean>) {
  const standing = representativeDetection(db);
  return (
    db
      .select({
        status: images.status,
        matches,
        images: sql<number>`count(*)::int`,
        stickers: sql<number>`coalesce(sum(${images.stickersCount}), 0)::int`,
        validStickers: sql<number>`coalesce(sum(${images.validStickersCount}), 0)::int`,
        sizeBytes: sql<number>`sum(${images.sizeBytes})::float8`,
        stats: mapStatsCounts((count) => sql<number>`coalesce(sum(${standing[count]}), 0)::int`),
      })
      .from(images)
      .leftJoinLateral(standing, sql`true`)
      .where(eq(images.projectSid, projectSid))
      // By its place: the search is a parameter, and two parameters are never known to be the same.
      .groupBy(images.status, sql`2`)
  );
}

function sumUp(groups: Awaited<ReturnType<typeof sumByStatus>>): ImageStatsTotals {
  const sum = (of: (group: (typeof groups)[number]) => number): number =>
    groups.reduce((total, group) => total + of(group), 0);
  const counts = { stickers: sum(({ stickers }) => stickers), validStickers: sum((group) => group.validStickers) };
  return {
    images: sum((group) => group.images),
    // Without a sticker there is nothing to be valid.
    validPercent: counts.stickers === 0 ? null : validDetectionPercent([counts]),
    stats: mapStatsCounts((count) => sum(({ stats }) => stats[count])),
    sizeBytes: sum(({ sizeBytes }) => sizeBytes),
  };
}

const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Large enough that the way to the database does not count, small enough to be nothing in memory. */
const BATCH = 500;
/** A detection's JSON is kilobytes, and what it says is worked out between two requests of others. */
const LABELLED_BATCH = 20;

/**
 * All of an event's images in the order of their names, a batch at a time, each read when the one before has been used:
 * in memory are their ids, which are nothing beside what is read of them. No transaction is held meanwhile, a slow
 * reader of a download would keep it open for hours; what is deleted by then is left out.
 */
async function* inBatches<Row extends { sid: string }>(
  db: Queryable,
  projectSid: string,
  size: number,
  read: (isInBatch: SQL) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const order = await db
    .select({ sid: images.sid })
    .from(images)
    .where(eq(images.projectSid, projectSid))
    .orderBy(naturalOrder(images.name), images.sid);
  for (let at = 0; at < order.length; at += size) {
    const sids = order.slice(at, at + size).map(({ sid }) => sid);
    const rows = new Map((await read(inArray(images.sid, sids))).map((row) => [row.sid, row]));
    yield sids.flatMap((sid) => rows.get(sid) ?? []);
  }
}

/** Every row of the statistics. */
export const streamImageStats = (db: Queryable, projectSid: string): AsyncGenerator<ImageStatsRow[]> =>
  inBatches(db, projectSid, BATCH, async (isInBatch) => {
    const rows = await selectRows(db, representativeDetection(db)).where(isInBatch);
    return rows.map(toRow);
  });

export type OriginalPhoto = Pick<
  ImageRow,
  "sid" | "name" | "status" | "sha256" | "sizeBytes" | "capturedAt" | "createdAt"
> & { areaCode: string | null };

/** Every photo as it was taken in, rejected ones too. */
export const streamOriginals = (db: Queryable, projectSid: string): AsyncGenerator<OriginalPhoto[]> =>
  inBatches(db, projectSid, BATCH, async (isInBatch) =>
    db
      .select({
        sid: images.sid,
        name: images.name,
        status: images.status,
        sha256: images.sha256,
        sizeBytes: images.sizeBytes,
        capturedAt: images.capturedAt,
        createdAt: images.createdAt,
        areaCode: sql<string | null>`${areas.number}::text`,
      })
      .from(images)
      .leftJoin(areas, eq(areas.sid, images.areaSid))
      .where(isInBatch),
  );

export type DetectedImage = {
  sid: string;
  name: string;
  areaCode: string | null;
  predictions: Prediction[];
  /** The patches that apply, in order, with who made each. */
  log: { patch: Patch; editor: string }[];
};

/** Every image that has a detection, with the one that stands for it. Two statements a batch. */
export const streamDetectedImages = (db: Queryable, projectSid: string): AsyncGenerator<DetectedImage[]> =>
  inBatches(db, projectSid, LABELLED_BATCH, async (isInBatch) => {
    const standing = representativeDetection(db);
    const rows = await db
      .select({
        sid: images.sid,
        name: images.name,
        areaCode: sql<string | null>`${areas.number}::text`,
        detectionSid: imageDetections.sid,
        predictions: imageDetections.predictions,
      })
      .from(images)
      .innerJoinLateral(standing, sql`true`)
      .innerJoin(imageDetections, eq(imageDetections.sid, standing.sid))
      .leftJoin(areas, eq(areas.sid, images.areaSid))
      .where(isInBatch);
    const logs = await logsOf(
      db,
      rows.map(({ detectionSid }) => detectionSid),
    );
    return rows.map(({ detectionSid, sid, name, areaCode, predictions }) => ({
      sid,
      name,
      areaCode,
      predictions,
      log: logs.get(detectionSid) ?? [],
    }));
  });

async function logsOf(db: Queryable, sids: string[]): Promise<Map<string, DetectedImage["log"]>> {
  if (sids.length === 0) return new Map();
  const rows = await db
    .select({
      detectionSid: detectionPatches.detectionSid,
      patch: detectionPatches.patch,
      editor: users.name,
    })
    .from(detectionPatches)
    .innerJoin(users, eq(users.sid, detectionPatches.createdBy))
    .where(and(inArray(detectionPatches.detectionSid, sids), isNull(detectionPatches.removedRevision)))
    .orderBy(asc(detectionPatches.revision), asc(detectionPatches.position));
  return Map.groupBy(rows, ({ detectionSid }) => detectionSid);
}
