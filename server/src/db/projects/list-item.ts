import { type ProjectListItem, projectProgress, validDetectionPercent } from "@precount/domain";
import { inArray, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { images } from "../schema/images.ts";
import type { ProjectRow } from "./project-row.ts";

type Counts = { total: number; settled: number; stickers: number; validStickers: number };

export const NO_IMAGES: Counts = { total: 0, settled: 0, stickers: 0, validStickers: 0 };

/** Counts the images of any number of events by an index-only scan. One statement. */
export async function countImages(db: Queryable, projectSids: readonly string[]): Promise<Map<string, Counts>> {
  if (projectSids.length === 0) return new Map();
  const rows = await db
    .select({
      projectSid: images.projectSid,
      total: sql<number>`count(*)::int`,
      settled: sql<number>`count(*) filter (where ${images.status} in ('approved', 'rejected'))::int`,
      stickers: sql<number>`coalesce(sum(${images.stickersCount}), 0)::int`,
      validStickers: sql<number>`coalesce(sum(${images.validStickersCount}), 0)::int`,
    })
    .from(images)
    .where(inArray(images.projectSid, [...projectSids]))
    .groupBy(images.projectSid);
  return new Map(rows.map(({ projectSid, ...counts }) => [projectSid, counts]));
}

export function toListItem(row: ProjectRow, counts: Counts): ProjectListItem {
  const { total, settled } = counts;
  return {
    sid: row.sid,
    name: row.name,
    slug: row.slug,
    status: row.status,
    statusDate: row.statusDate.toISOString(),
    isArchived: row.status === "archived",
    images: { total, settled },
    createdAt: row.createdAt.toISOString(),
    storeNumber: row.storeNumber,
    progress: projectProgress({ total, settled }),
    // Null without stickers.
    validDetectionPercent: validDetectionPercent([counts]),
  };
}
