import {
  type ImageStats,
  type ItemCodes,
  type Prediction,
  type Result,
  applyPatches,
  countStickers,
  detectionCount,
  detectionProgress,
  imageStats,
} from "@precount/domain";
import { and, eq, sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { imageDetections } from "../schema/detections.ts";
import type { DetectionRow } from "./stored-detection.ts";

/** The counts stored with a detection, so that lists do not read its JSON. */
export function countColumns(predictions: readonly Prediction[], results: readonly Result[]): CountColumns {
  const { stickers, validStickers } = countStickers(results);
  return {
    progress: detectionProgress(results),
    resultsCount: detectionCount(results),
    stickersCount: stickers,
    validStickersCount: validStickers,
    ...imageStats(predictions, results),
  };
}

type CountColumns = ImageStats &
  Pick<DetectionRow, "progress" | "resultsCount" | "stickersCount" | "validStickersCount">;

export interface NewDetection {
  imageSid: string;
  modelSid: string;
  predictions: Prediction[];
  itemCodes?: ItemCodes | null;
  options: Record<string, number>;
  elapsedMs: number;
}

export async function insertDetection(tx: Queryable, given: NewDetection): Promise<string> {
  const sid = newSid();
  const counts = countColumns(given.predictions, applyPatches(given.predictions, [], given.itemCodes));
  await tx.insert(imageDetections).values({ sid, ...given, ...counts });
  return sid;
}

export type DetectionChange = Partial<
  Pick<DetectionRow, "status" | "validatedAt" | "validatedBy" | "turnedRevision" | "predictions" | "itemCodes">
> &
  Partial<CountColumns>;

/** Updates a detection and increments its revision. */
export async function updateDetection(tx: Queryable, sid: string, change: DetectionChange): Promise<void> {
  await tx
    .update(imageDetections)
    .set({ ...change, revision: sql`${imageDetections.revision} + 1` })
    .where(eq(imageDetections.sid, sid));
}

/** Updates many detections in one statement and increments their revisions. */
export async function updateDetections(tx: Queryable, sids: readonly string[], change: DetectionChange): Promise<void> {
  if (sids.length === 0) return;
  await tx
    .update(imageDetections)
    .set({ ...change, revision: sql`${imageDetections.revision} + 1` })
    .where(sql`${imageDetections.sid} = any(${sql.param([...sids])}::text[])`);
}

/** Sets the image's selected detection back to validated (PD-23). */
export async function deselectDetections(tx: Queryable, imageSid: string): Promise<void> {
  await tx
    .update(imageDetections)
    .set({ status: "validated", revision: sql`${imageDetections.revision} + 1` })
    .where(and(eq(imageDetections.imageSid, imageSid), eq(imageDetections.status, "selected")));
}

/** Lets this transaction rotate the immutable predictions together with the photo (see the trigger). */
export async function allowRotation(tx: Queryable): Promise<void> {
  await tx.execute(sql`set local precount.rotating = 'on'`);
}
