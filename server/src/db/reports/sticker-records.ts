import type { StickerRecord } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, gt, isNull, lte, or } from "../drizzle.ts";
import type { ImageRow } from "../images/read.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { reportImages } from "../schema/reports.ts";
import { users } from "../schema/users.ts";

/** An image that a report counts; null for others. */
export async function findReportImage(db: Queryable, reportSid: string, imageSid: string): Promise<ImageRow | null> {
  const [row] = await db
    .select({ image: images })
    .from(reportImages)
    .innerJoin(images, eq(images.sid, reportImages.imageSid))
    .where(and(eq(reportImages.reportSid, reportSid), eq(reportImages.imageSid, imageSid)));
  return row?.image ?? null;
}

/**
 * The reading, the edits and the approval of a sticker in a report. Edits after the approval belong to a later report. An edit that was
 * undone until then is not in the list.
 */
export async function readStickerRecord(
  db: Queryable,
  reportSid: string,
  imageSid: string,
  index: number,
): Promise<StickerRecord | null> {
  const [found] = await db
    .select({
      detectionSid: imageDetections.sid,
      predictions: imageDetections.predictions,
      readAt: imageDetections.inferredAt,
      model: models.title,
      approvedAt: reportImages.approvedAt,
      approvedBy: users.name,
    })
    .from(reportImages)
    .innerJoin(imageDetections, eq(imageDetections.sid, reportImages.detectionSid))
    .innerJoin(models, eq(models.sid, imageDetections.modelSid))
    .innerJoin(users, eq(users.sid, reportImages.approvedBy))
    .where(and(eq(reportImages.reportSid, reportSid), eq(reportImages.imageSid, imageSid)));
  if (!found) return null;
  const { detectionSid, readAt, approvedAt, ...record } = found;
  const patches = await db
    .select({
      patch: detectionPatches.patch,
      revision: detectionPatches.revision,
      at: detectionPatches.createdAt,
      by: users.name,
    })
    .from(detectionPatches)
    .innerJoin(users, eq(users.sid, detectionPatches.createdBy))
    .where(
      and(
        eq(detectionPatches.detectionSid, detectionSid),
        or(isNull(detectionPatches.removedRevision), gt(detectionPatches.removedAt, approvedAt)),
        lte(detectionPatches.createdAt, approvedAt),
      ),
    )
    .orderBy(asc(detectionPatches.revision), asc(detectionPatches.position));
  return {
    ...record,
    index,
    readAt: readAt.toISOString(),
    approvedAt: approvedAt.toISOString(),
    patches: patches.map(({ patch, revision, at, by }) => ({
      patch,
      revision,
      at: at.toISOString(),
      by,
      removedRevision: null,
    })),
  };
}
