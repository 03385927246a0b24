import { type ImageStats, imageStatsSchema } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** The counts stored with a detection (specification §3, image stats). */
export const STATS_COUNTS = imageStatsSchema.keyof().options;

/** An object with one value per count. */
export const mapStatsCounts = <T>(make: (count: keyof ImageStats) => T): Record<keyof ImageStats, T> =>
  // The keys are exactly the schema's keys.
  Object.fromEntries(STATS_COUNTS.map((count) => [count, make(count)])) as Record<keyof ImageStats, T>;

/**
 * A subquery to join laterally with `images`: the representative detection of each image, chosen as by the trigger
 * keep_image_counts. Reads no JSON.
 */
export const representativeDetection = (db: Queryable) =>
  db
    .select({
      sid: imageDetections.sid,
      modelSid: imageDetections.modelSid,
      validatedBy: imageDetections.validatedBy,
      ...mapStatsCounts((count) => imageDetections[count]),
    })
    .from(imageDetections)
    .where(and(eq(imageDetections.imageSid, images.sid), sql`${imageDetections.status} <> 'discarded'`))
    .orderBy(
      sql`${imageDetections.status} = 'selected' desc, ${imageDetections.status} = 'validated' desc,
        ${imageDetections.validatedAt} desc nulls last, ${imageDetections.inferredAt} desc, ${imageDetections.sid}`,
    )
    .limit(1)
    .as("representative");
