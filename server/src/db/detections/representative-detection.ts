import { type ImageStats, imageStatsSchema } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { imageDetections } from "../schema/detections.ts";
import { images } from "../schema/images.ts";

/** The counts that are kept with a detection (spec §3, image stats). */
export const STATS_COUNTS = imageStatsSchema.keyof().options;

/** One of each count. */
export const mapStatsCounts = <T>(make: (count: keyof ImageStats) => T): Record<keyof ImageStats, T> =>
  // They are the schema's own keys, all of them.
  Object.fromEntries(STATS_COUNTS.map((count) => [count, make(count)])) as Record<keyof ImageStats, T>;

/** To be joined laterally with `images`: the detection that stands for each, as the trigger keep_image_counts picks it. No JSON. */
export const representativeDetection = (db: Queryable) =>
  db
    .select({
      sid: imageDetections.sid,
      modelSid: imageDetections.modelSid,
      ...mapStatsCounts((count) => imageDetections[count]),
    })
    .from(imageDetections)
    .where(and(eq(imageDetections.imageSid, images.sid), sql`${imageDetections.status} <> 'discarded'`))
    .orderBy(
      sql`${imageDetections.status} = 'selected' desc, ${imageDetections.status} = 'validated' desc,
        ${imageDetections.validatedAt} desc nulls last, ${imageDetections.inferredAt} desc, ${imageDetections.sid}`,
    )
    .limit(1)
    .as("standing");
