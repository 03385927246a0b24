import { type DetectionStatus, type ImageDetection, type Patch, type Result, applyPatches } from "@precount/domain";
import { and, asc, desc, eq, inArray, ne, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { models } from "../schema/models.ts";

export type DetectionRow = typeof imageDetections.$inferSelect;

type PatchRow = { id: number; revision: number; removedRevision: number | null; patch: Patch; pushKey: string | null };

/** A detection with its patches and results. */
export interface StoredDetection {
  row: DetectionRow;
  modelName: string;
  /** The patches that apply, in order. */
  patches: Patch[];
  /** All patches, including undone ones. */
  log: PatchRow[];
  results: Result[];
}

export const toImageDetection = ({ row, modelName, patches, results }: StoredDetection): ImageDetection => ({
  sid: row.sid,
  imageSid: row.imageSid,
  model: { sid: row.modelSid, name: modelName },
  status: row.status,
  progress: row.progress,
  count: row.resultsCount,
  predictions: row.predictions,
  results,
  patches,
  revision: row.revision,
  inferredAt: row.inferredAt.toISOString(),
  validatedAt: row.validatedAt?.toISOString() ?? null,
  options: row.options,
  elapsed: row.elapsedMs,
});

async function withLogs(db: Queryable, found: { row: DetectionRow; modelName: string }[]): Promise<StoredDetection[]> {
  if (found.length === 0) return [];
  const sids = found.map(({ row }) => row.sid);
  const rows = await db
    .select({
      id: detectionPatches.id,
      detectionSid: detectionPatches.detectionSid,
      revision: detectionPatches.revision,
      removedRevision: detectionPatches.removedRevision,
      patch: detectionPatches.patch,
      pushKey: detectionPatches.pushKey,
    })
    .from(detectionPatches)
    .where(inArray(detectionPatches.detectionSid, sids))
    .orderBy(asc(detectionPatches.revision), asc(detectionPatches.position));
  const logs = Map.groupBy(rows, (row) => row.detectionSid);
  return found.map(({ row, modelName }) => {
    const log = logs.get(row.sid) ?? [];
    const patches = log.filter(({ removedRevision }) => removedRevision === null).map(({ patch }) => patch);
    return { row, modelName, log, patches, results: applyPatches(row.predictions, patches) };
  });
}

const selectDetections = (db: Queryable) =>
  db
    .select({ row: imageDetections, modelName: models.name })
    .from(imageDetections)
    .innerJoin(models, eq(models.sid, imageDetections.modelSid));

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
