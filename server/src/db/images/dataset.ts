import { type ItemCodes, type Patch, type Prediction, type Size } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { representativeDetection } from "../detections/representative-detection.ts";
import { and, asc, eq, inArray, isNull, sql } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import { areas } from "../schema/areas.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { uprightSize } from "./contents-url.ts";
import type { ImageRow } from "./read.ts";

export type DatasetSource = Pick<
  ImageRow,
  "sid" | "name" | "sha256" | "sizeBytes" | "format" | "orientation" | "rotation" | "status" | "createdAt"
> & { areaCode: string | null; size: Size };

/** The images of a dataset by name: those with a detection that are not rejected, or only the approved ones. */
export async function listDatasetImages(
  db: Queryable,
  projectSid: string,
  approvedOnly: boolean,
): Promise<DatasetSource[]> {
  const rows = await db
    .select({ image: images, areaCode: sql<string | null>`${areas.number}::text` })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(
      and(
        eq(images.projectSid, projectSid),
        approvedOnly ? eq(images.status, "approved") : sql`${images.status} <> 'rejected'`,
        sql`${images.detectionsCount} > 0`,
      ),
    )
    .orderBy(naturalOrder(images.name), images.sid);
  return rows.map(({ image, areaCode }) => Object.assign(image, { areaCode, size: uprightSize(image) }));
}

export type DatasetDetection = {
  imageSid: string;
  modelName: string;
  predictions: Prediction[];
  patches: Patch[];
  itemCodes: ItemCodes | null;
};

/** Images in a statement: few, because a detection has kilobytes of JSON. */
const BATCH_IMAGES = 20;

/** The representative detections of images in their order, a batch at a time. Two statements a batch. */
export async function* streamDatasetDetections(
  db: Queryable,
  sids: readonly string[],
): AsyncGenerator<DatasetDetection[]> {
  for (let at = 0; at < sids.length; at += BATCH_IMAGES) {
    const batch = sids.slice(at, at + BATCH_IMAGES);
    const representative = representativeDetection(db);
    const rows = await db
      .select({
        imageSid: images.sid,
        detectionSid: imageDetections.sid,
        modelName: models.name,
        predictions: imageDetections.predictions,
        itemCodes: imageDetections.itemCodes,
      })
      .from(images)
      .innerJoinLateral(representative, sql`true`)
      .innerJoin(imageDetections, eq(imageDetections.sid, representative.sid))
      .innerJoin(models, eq(models.sid, imageDetections.modelSid))
      .where(inArray(images.sid, batch));
    const logs = await patchesOf(
      db,
      rows.map(({ detectionSid }) => detectionSid),
    );
    const found = new Map(rows.map((row) => [row.imageSid, row]));
    yield batch.flatMap((sid) => {
      const row = found.get(sid);
      return row ? [{ ...row, patches: (logs.get(row.detectionSid) ?? []).map(({ patch }) => patch) }] : [];
    });
  }
}

async function patchesOf(db: Queryable, sids: string[]): Promise<Map<string, { patch: Patch }[]>> {
  if (sids.length === 0) return new Map();
  const rows = await db
    .select({ detectionSid: detectionPatches.detectionSid, patch: detectionPatches.patch })
    .from(detectionPatches)
    .where(and(inArray(detectionPatches.detectionSid, sids), isNull(detectionPatches.removedRevision)))
    .orderBy(asc(detectionPatches.revision), asc(detectionPatches.position));
  return Map.groupBy(rows, ({ detectionSid }) => detectionSid);
}

/** How an image is recognized in a file of boxes. */
export type ImageKey = Pick<ImageRow, "sid" | "name" | "sha256">;

export const listImageKeys = (db: Queryable, projectSid: string): Promise<ImageKey[]> =>
  db
    .select({ sid: images.sid, name: images.name, sha256: images.sha256 })
    .from(images)
    .where(eq(images.projectSid, projectSid));
