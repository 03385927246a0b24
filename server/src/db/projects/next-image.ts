import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { IMAGE_ORDERS, needsReview } from "../images/order.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";

/**
 * The image to review next in each event: the first one by review priority. Images that other users have open come last. One
 * statement. Events without an image to review are missing in the answer.
 */
export async function listNextToReview(
  db: Queryable,
  projectSids: readonly string[],
  takenImageSids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ projectSid: string; sid: string }>(sql`
    select ${projects.sid} as "projectSid", next.sid
    from ${projects} cross join lateral (
      select ${images.sid} as sid from ${images}
      where ${images.projectSid} = ${projects.sid} and ${needsReview}
      order by ${images.sid} = any(${sql.param([...takenImageSids])}::text[]), ${IMAGE_ORDERS.review} limit 1) next
    where ${projects.sid} = any(${sql.param([...projectSids])}::text[])`);
  return new Map(rows.map(({ projectSid, sid }) => [projectSid, sid]));
}

/** The events of these images, by image. One statement. */
export async function listEventsOfImages(db: Queryable, imageSids: readonly string[]): Promise<Map<string, string>> {
  if (imageSids.length === 0) return new Map();
  const { rows } = await db.execute<{ sid: string; projectSid: string }>(sql`
    select ${images.sid} as sid, ${images.projectSid} as "projectSid" from ${images}
    where ${images.sid} = any(${sql.param([...imageSids])}::text[])`);
  return new Map(rows.map(({ sid, projectSid }) => [sid, projectSid]));
}
