import { type EditedValue, type LoggedPatch, type Prediction, editedValues } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { detectionPatches, imageDetections } from "../schema/detections.ts";

type LogRow = {
  sid: string;
  predictions: Prediction[];
  patches: LoggedPatch[];
};

/**
 * The values that edits of detections changed, by detection and revision. One statement. The audit log itself has no values that a person typed; they are
 * in the detections' logs.
 */
export async function readEdits(
  db: Queryable,
  detectionSids: readonly string[],
): Promise<Map<string, Map<number, EditedValue[]>>> {
  if (detectionSids.length === 0) return new Map();
  const { rows } = await db.execute<LogRow>(sql`
    select d.sid, d.predictions, coalesce((
      select json_agg(json_build_object('patch', l.patch, 'revision', l.revision, 'removedRevision', l.removed_revision) order by l.revision, l.position)
      from ${detectionPatches} l where l.detection_sid = d.sid), '[]') as patches
    from ${imageDetections} d where d.sid = any(${sql.param([...detectionSids])}::text[])`);
  return new Map(rows.map(({ sid, predictions, patches }) => [sid, editedValues(predictions, patches)]));
}
