import { type ImageStatsRow, type Patch, type Person, type Prediction } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, inArray, isNull, sql } from "../drizzle.ts";
import type { ImageRow } from "./read.ts";
import { areas } from "../schema/areas.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { users } from "../schema/users.ts";
import { representativeDetection } from "../detections/representative-detection.ts";
import { selectRows, toRow } from "./stats-rows.ts";
import { streamImageBatches } from "./stream-batches.ts";

/** Rows per batch: large enough that round trips do not matter, small enough for little memory. */
const BATCH_SIZE = 500;

/** Smaller, because a detection has kilobytes of JSON and its results are computed on the event loop between other requests. */
const DETECTION_BATCH_SIZE = 20;

/** Streams all rows of the image statistics as `user` may see them. */
export const streamImageStats = (db: Queryable, projectSid: string, user: Person): AsyncGenerator<ImageStatsRow[]> =>
  streamImageBatches(db, projectSid, BATCH_SIZE, async (isInBatch) => {
    const rows = await selectRows(db, representativeDetection(db)).where(isInBatch);
    return rows.map((row) => toRow(row, user));
  });

export type OriginalPhoto = Pick<
  ImageRow,
  "sid" | "name" | "status" | "sha256" | "sizeBytes" | "capturedAt" | "createdAt"
> & { areaCode: string | null };

/** Streams the file data of all images, including rejected ones. */
export const streamOriginals = (db: Queryable, projectSid: string): AsyncGenerator<OriginalPhoto[]> =>
  streamImageBatches(db, projectSid, BATCH_SIZE, async (isInBatch) =>
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
  /** The patches that apply, in order, each with the name of its author. */
  log: { patch: Patch; editor: string }[];
};

/** Streams all images that have a detection, with their representative detection. Two statements per batch. */
export const streamDetectedImages = (db: Queryable, projectSid: string): AsyncGenerator<DetectedImage[]> =>
  streamImageBatches(db, projectSid, DETECTION_BATCH_SIZE, async (isInBatch) => {
    const representative = representativeDetection(db);
    const rows = await db
      .select({
        sid: images.sid,
        name: images.name,
        areaCode: sql<string | null>`${areas.number}::text`,
        detectionSid: imageDetections.sid,
        predictions: imageDetections.predictions,
      })
      .from(images)
      .innerJoinLateral(representative, sql`true`)
      .innerJoin(imageDetections, eq(imageDetections.sid, representative.sid))
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
