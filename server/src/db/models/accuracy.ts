import type { ModelAccuracy } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { imageDetections } from "../schema/detections.ts";

/** The approved stickers of each model and those that a person corrected, from the stored counts of approved detections. */
export async function listModelAccuracies(db: Queryable): Promise<ModelAccuracy[]> {
  const { rows } = await db.execute<ModelAccuracy>(sql`
    select model_sid as "modelSid", sum(sticker_predictions_count)::float8 as stickers, sum(patched_stickers_count)::float8 as corrected
    from ${imageDetections} where status in ('validated', 'selected') group by model_sid`);
  return rows;
}
