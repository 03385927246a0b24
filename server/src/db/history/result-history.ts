import { type Model, type Prediction, RESULT_ACTIONS, type RecordedAction, type RecordedPatch } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, inArray, sql } from "../drizzle.ts";
import { EFFECTIVE_STATUS } from "../models/read.ts";
import { auditEntries } from "../schema/audit.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { users } from "../schema/users.ts";
import { isAbout } from "./timeline.ts";

export type DetectionHistory = {
  projectSid: string;
  imageSid: string;
  predictions: Prediction[];
  model: Pick<Model, "name" | "status">;
  inferredAt: Date;
  /** All patches in their order, also those that were taken back. */
  patches: RecordedPatch[];
};

export async function findDetectionHistory(db: Queryable, sid: string): Promise<DetectionHistory | null> {
  const { imageSid, predictions, inferredAt, modelSid } = imageDetections;
  const model = { name: models.name, status: EFFECTIVE_STATUS };
  const [row] = await db
    .select({ projectSid: images.projectSid, imageSid, predictions, inferredAt, model })
    .from(imageDetections)
    .innerJoin(images, eq(images.sid, imageSid))
    .innerJoin(models, eq(models.sid, modelSid))
    .where(eq(imageDetections.sid, sid));
  return row ? { ...row, patches: await listRecordedPatches(db, sid) } : null;
}

async function listRecordedPatches(db: Queryable, sid: string): Promise<RecordedPatch[]> {
  const { patch, createdAt, removedRevision, createdBy, detectionSid, revision, position } = detectionPatches;
  const rows = await db
    .select({ patch, revision, at: createdAt, by: users.name, removedRevision })
    .from(detectionPatches)
    .innerJoin(users, eq(users.sid, createdBy))
    .where(eq(detectionSid, sid))
    .orderBy(asc(revision), asc(position));
  return rows.map((row) => ({
    patch: row.patch,
    revision: row.revision,
    at: row.at.toISOString(),
    by: row.by,
    removedRevision: row.removedRevision,
  }));
}

const PULL = "imageDetection.pullImageDetectionPatches";

/** The actions of people on a detection or its image, oldest first. `sids` are both. */
export async function listResultActions(
  db: Queryable,
  projectSid: string,
  sids: readonly string[],
): Promise<RecordedAction[]> {
  const { action, at, actorName, details } = auditEntries;
  const revision = sql<number | null>`(${details} ->> 'revision')::int`;
  const rows = await db
    .select({ action, at, by: actorName, revision })
    .from(auditEntries)
    .where(and(isAbout(projectSid, sids), inArray(action, [...RESULT_ACTIONS, PULL])))
    .orderBy(asc(auditEntries.id));
  return rows.map((row) => ({ action: row.action, at: row.at.toISOString(), by: row.by, revision: row.revision }));
}
