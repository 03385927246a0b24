import type { PhotoOfEvent, Prediction, ReportImage, Result } from "@precount/domain";
import { applyPatches } from "@precount/domain";
import { and, eq, inArray, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { appliedPatches } from "../detections/patches.ts";
import { imageVersion } from "../images/contents-url.ts";
import { naturalOrder } from "../natural-order.ts";
import { areas } from "../schema/areas.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** An approved image without its results, with what decides whether it is in the report. */
export type ReportPhoto = Omit<ReportImage, "results"> & PhotoOfEvent;

/**
 * The approved images, sorted nearly as domain's compareReportOrder sorts them, which makes that sort cheap. The database aggregates
 * them into one row, because 5,000 driver rows would block the event loop.
 */
export async function readReportPhotos(tx: Queryable, projectSid: string): Promise<ReportPhoto[]> {
  const { sid, name, bayCode, shelfCode, areaSid, status, createdAt, countsToo } = images;
  const photo = sql`json_build_object('sid', ${sid}, 'name', ${name}, 'areaCode', ${areas.number}::text,
    'bayCode', ${bayCode}, 'shelfCode', ${shelfCode}, 'areaSid', ${areaSid}, 'status', ${status},
    'createdAt', ${createdAt}, 'countsToo', ${countsToo}, 'isAreaVoided', ${areas.voidedAt} is not null)`;
  const order = sql`${areas.number}, ${naturalOrder(bayCode)}, ${naturalOrder(shelfCode)}, ${naturalOrder(name)}, ${sid}`;
  const [row] = await tx
    .select({ photos: sql<ReportPhoto[]>`coalesce(json_agg(${photo} order by ${order}), '[]')` })
    .from(images)
    .leftJoin(areas, eq(areas.sid, images.areaSid))
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "approved")));
  return row?.photos ?? [];
}

/** The counted detection of an image, and its approval. */
export type CountedImage = {
  detectionSid: string;
  /** See `imageVersion`. */
  version: string;
  approvedAt: Date;
  approvedBy: string;
  /** Computes the results; it costs a few milliseconds of an image. */
  results: () => Result[];
};

/**
 * For each image its detection in the report: the selected one, else the newest validated (PD-24). One statement; an image without such a
 * detection is left out.
 */
export async function readReportResults(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<Map<string, CountedImage>> {
  const representative = tx
    .select({
      sid: imageDetections.sid,
      predictions: imageDetections.predictions,
      itemCodes: imageDetections.itemCodes,
      // Detections with these statuses have both; a constraint checks it.
      approvedAt: sql<Date>`${imageDetections.validatedAt}`.mapWith(imageDetections.validatedAt).as("approved_at"),
      approvedBy: sql<string>`${imageDetections.validatedBy}`.as("approved_by"),
    })
    .from(imageDetections)
    .where(and(eq(imageDetections.imageSid, images.sid), sql`${imageDetections.status} in ('selected', 'validated')`))
    .orderBy(sql`${imageDetections.status} = 'selected' desc, ${imageDetections.validatedAt} desc`)
    .limit(1)
    .as("representative");
  const log = appliedPatches(tx, sql`${representative.sid}`);
  const rows = await tx
    .select({
      sid: images.sid,
      orientation: images.orientation,
      rotation: images.rotation,
      sha256: images.sha256,
      detectionSid: representative.sid,
      approvedAt: representative.approvedAt,
      approvedBy: representative.approvedBy,
      predictions: representative.predictions,
      itemCodes: representative.itemCodes,
      patches: log.patches,
    })
    .from(images)
    .innerJoinLateral(representative, sql`true`)
    .leftJoinLateral(log, sql`true`)
    .where(inArray(images.sid, [...imageSids]));
  return new Map(
    rows.map(({ sid, detectionSid, approvedAt, approvedBy, predictions, itemCodes, patches, ...image }) => [
      sid,
      {
        detectionSid,
        version: imageVersion(image),
        approvedAt,
        approvedBy,
        results: () => applyPatches(predictions satisfies Prediction[], patches ?? [], itemCodes),
      },
    ]),
  );
}

export async function readRejectedImages(tx: Queryable, projectSid: string): Promise<string[]> {
  const rows = await tx
    .select({ name: images.name })
    .from(images)
    .where(and(eq(images.projectSid, projectSid), eq(images.status, "rejected")))
    .orderBy(naturalOrder(images.name));
  return rows.map(({ name }) => name);
}
