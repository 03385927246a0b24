import {
  type ImageDetection,
  type Model,
  type Patch,
  type Person,
  type Result,
  applyPatches,
  modelNameFor,
} from "@precount/domain";
import { asc, eq, inArray } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { models } from "../schema/models.ts";

export type DetectionRow = typeof imageDetections.$inferSelect;

type ModelOfDetection = Pick<Model, "name" | "status">;

type PatchRow = { id: number; revision: number; removedRevision: number | null; patch: Patch; pushKey: string | null };

/** A detection with its patches and results. */
export interface StoredDetection {
  row: DetectionRow;
  model: ModelOfDetection;
  /** The patches that apply, in order. */
  patches: Patch[];
  /** All patches, including undone ones. */
  log: PatchRow[];
  results: Result[];
}

/** The detection as `user` may see it. */
export const toImageDetection = ({ row, model, patches, results }: StoredDetection, user: Person): ImageDetection => ({
  sid: row.sid,
  imageSid: row.imageSid,
  model: { sid: row.modelSid, name: modelNameFor(user, model) },
  status: row.status,
  progress: row.progress,
  count: row.resultsCount,
  predictions: row.predictions,
  results,
  itemCodes: row.itemCodes,
  patches,
  revision: row.revision,
  inferredAt: row.inferredAt.toISOString(),
  validatedAt: row.validatedAt?.toISOString() ?? null,
  options: row.options,
  elapsed: row.elapsedMs,
});

export async function withLogs(
  db: Queryable,
  found: { row: DetectionRow; model: ModelOfDetection }[],
): Promise<StoredDetection[]> {
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
  return found.map(({ row, model }) => {
    const log = logs.get(row.sid) ?? [];
    const patches = log.filter(({ removedRevision }) => removedRevision === null).map(({ patch }) => patch);
    return { row, model, log, patches, results: applyPatches(row.predictions, patches, row.itemCodes) };
  });
}

export const selectDetections = (db: Queryable) =>
  db
    .select({ row: imageDetections, model: { name: models.name, status: EFFECTIVE_STATUS } })
    .from(imageDetections)
    .innerJoin(models, eq(models.sid, imageDetections.modelSid));
