import {
  type CountedSticker,
  type PhotoOfEvent,
  type ReportImage,
  applyPatches,
  countedStickers,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, isNull, ne, sql } from "../drizzle.ts";
import { representativeDetection } from "../detections/representative-detection.ts";
import { withLogs, selectDetections } from "../detections/stored-detection.ts";
import { areas } from "../schema/areas.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** The event's photos that are not rejected, as domain's `countingPhotos` needs them. */
export async function readPhotosInUse(db: Queryable, projectSid: string): Promise<PhotoOfEvent[]> {
  const { sid, status, createdAt, countsToo, areaSid } = images;
  return db
    .select({ sid, status, createdAt, countsToo, areaSid })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), ne(images.status, "rejected")));
}

/** Detections at a time: each has kilobytes of JSON. */
const BATCH = 50;

/**
 * Computes the counted stickers of detections that an earlier version stored without them. The column is derived, so the revision stays.
 * A detection that changes at the same time writes them itself.
 */
export async function fillCountedStickers(db: Queryable, projectSid: string): Promise<void> {
  for (;;) {
    const found = await selectDetections(db)
      .innerJoin(images, eq(images.sid, imageDetections.imageSid))
      .where(
        and(
          eq(images.projectSid, projectSid),
          ne(imageDetections.status, "discarded"),
          isNull(imageDetections.countedStickers),
        ),
      )
      .limit(BATCH);
    for (const { row, patches } of await withLogs(db, found)) {
      const counted = countedStickers(applyPatches(row.predictions, patches, row.itemCodes));
      await db
        .update(imageDetections)
        .set({ countedStickers: counted })
        .where(and(eq(imageDetections.sid, row.sid), eq(imageDetections.revision, row.revision)));
    }
    if (found.length < BATCH) return;
  }
}

export type PhotoWithStickers = Omit<ReportImage, "results" | "linked"> & { stickers: CountedSticker[] };

/** Photos with their counted stickers, and what the report sorts them by. */
export async function readCountedStickers(db: Queryable, imageSids: readonly string[]): Promise<PhotoWithStickers[]> {
  const representative = representativeDetection(db);
  const { sid, name, bayCode, shelfCode } = images;
  const areaCode = sql<string | null>`${areas.number}::text`;
  const rows = await db
    .select({ sid, name, bayCode, shelfCode, areaCode, stickers: imageDetections.countedStickers })
    .from(images)
    .innerJoinLateral(representative, sql`true`)
    .innerJoin(imageDetections, eq(imageDetections.sid, representative.sid))
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(sql`${sid} = any(${sql.param([...imageSids])}::text[])`);
  return rows.map(({ stickers, ...photo }) => Object.assign(photo, { stickers: stickers ?? [] }));
}
