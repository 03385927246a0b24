import { type DetectionStatus } from "@precount/domain";
import { and, asc, desc, eq, ne, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { imageDetections } from "../schema/detections.ts";
import { type StoredDetection, withLogs, selectDetections } from "./stored-detection.ts";

/** The live detections of an image, newest first. Two statements. */
export async function listDetections(db: Queryable, imageSid: string): Promise<StoredDetection[]> {
  const found = await selectDetections(db)
    .where(and(eq(imageDetections.imageSid, imageSid), ne(imageDetections.status, "discarded")))
    .orderBy(desc(imageDetections.inferredAt), asc(imageDetections.sid));
  return withLogs(db, found);
}

/** Locks the live detections of many images until the transaction ends. The images must be locked already. Two statements. */
export async function lockDetectionsOf(
  tx: Queryable,
  imageSids: readonly string[],
): Promise<Map<string, StoredDetection[]>> {
  const found = await selectDetections(tx)
    .where(
      and(
        sql`${imageDetections.imageSid} = any(${sql.param([...imageSids])}::text[])`,
        ne(imageDetections.status, "discarded"),
      ),
    )
    .orderBy(asc(imageDetections.sid))
    .for("update", { of: imageDetections });
  return Map.groupBy(await withLogs(tx, found), ({ row }) => row.imageSid);
}

/** All detections of an image, including discarded ones: rotating a photo rotates all of them. */
export async function listAllDetections(db: Queryable, imageSid: string): Promise<StoredDetection[]> {
  return withLogs(db, await selectDetections(db).where(eq(imageDetections.imageSid, imageSid)));
}

/** The sid of a detection's image, which must be locked before the detection. */
export async function findImageOfDetection(db: Queryable, sid: string): Promise<string | null> {
  const [row] = await db
    .select({ imageSid: imageDetections.imageSid })
    .from(imageDetections)
    .where(eq(imageDetections.sid, sid));
  return row?.imageSid ?? null;
}

/** Locks a detection until the transaction ends. Its image must be locked already. */
export async function lockDetection(tx: Queryable, sid: string): Promise<StoredDetection | null> {
  const found = await selectDetections(tx).where(eq(imageDetections.sid, sid)).for("update", { of: imageDetections });
  return (await withLogs(tx, found))[0] ?? null;
}

export async function findLiveDetection(
  tx: Queryable,
  imageSid: string,
  modelSid: string,
): Promise<{ sid: string; status: DetectionStatus } | null> {
  const [row] = await tx
    .select({ sid: imageDetections.sid, status: imageDetections.status })
    .from(imageDetections)
    .where(
      and(
        eq(imageDetections.imageSid, imageSid),
        eq(imageDetections.modelSid, modelSid),
        ne(imageDetections.status, "discarded"),
      ),
    );
  return row ?? null;
}

/** Status and validity of an image's live detections, from which its status is derived. Reads no JSON. */
export async function summarizeDetections(
  tx: Queryable,
  imageSid: string,
): Promise<{ status: DetectionStatus; allValid: boolean }[]> {
  const rows = await tx
    .select({ status: imageDetections.status, progress: imageDetections.progress })
    .from(imageDetections)
    .where(and(eq(imageDetections.imageSid, imageSid), ne(imageDetections.status, "discarded")));
  // Progress is rounded down, so 100 means that every result is valid.
  return rows.map(({ status, progress }) => ({ status, allValid: progress === 100 }));
}
