import { type Keypoints, type Orientation, decodeKeypoints } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, isNull, sql } from "../drizzle.ts";
import { imageKeypoints } from "../schema/duplicates.ts";
import { images } from "../schema/images.ts";

/** Stores an image's keypoints. An image that was deleted meanwhile is skipped. */
export async function saveKeypoints(
  db: Queryable,
  imageSid: string,
  orientation: Orientation,
  points: Uint8Array,
): Promise<void> {
  await db.execute(sql`
    insert into ${imageKeypoints} (image_sid, orientation, points)
    select sid, ${orientation}::orientation, ${Buffer.from(points)}::bytea from images where sid = ${imageSid} for key share
    on conflict (image_sid) do update set orientation = excluded.orientation, points = excluded.points`);
}

/** Selects the images without keypoints: nothing has searched their pixels yet. */
export async function listUnsearched(db: Queryable, imageSids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ sid: images.sid })
    .from(images)
    .leftJoin(imageKeypoints, eq(imageKeypoints.imageSid, images.sid))
    .where(and(sql`${images.sid} = any(${sql.param([...imageSids])}::text[])`, isNull(imageKeypoints.imageSid)));
  return rows.map(({ sid }) => sid);
}

/** Whether an image's pixels have been searched for codes and keypoints. */
export const isSearched = async (db: Queryable, imageSid: string): Promise<boolean> =>
  (await listUnsearched(db, [imageSid])).length === 0;

/** The stored keypoints of images, with the orientation under which they were found. */
export async function readKeypoints(
  db: Queryable,
  imageSids: readonly string[],
): Promise<Map<string, { orientation: Orientation; keypoints: Keypoints }>> {
  const rows = await db
    .select()
    .from(imageKeypoints)
    .where(sql`${imageKeypoints.imageSid} = any(${sql.param([...imageSids])}::text[])`);
  return new Map(
    rows.map(({ imageSid, orientation, points }) => [imageSid, { orientation, keypoints: decodeKeypoints(points) }]),
  );
}
