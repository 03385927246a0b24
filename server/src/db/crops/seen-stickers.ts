import type { Queryable } from "../connect.ts";
import { and, eq, sql } from "../drizzle.ts";
import { imageDetections } from "../schema/detections.ts";
import { seenStickers } from "../schema/crops.ts";
import { images } from "../schema/images.ts";

/** A sticker with the values that a person saw. */
export type SeenSticker = { detectionSid: string; position: number; code: string; quantity: string };

/** The marks of a person on stickers of these detections. */
export const listSeenStickers = (
  db: Queryable,
  userSid: string,
  detectionSids: readonly string[],
): Promise<SeenSticker[]> =>
  db
    .select({
      detectionSid: seenStickers.detectionSid,
      position: seenStickers.position,
      code: seenStickers.code,
      quantity: seenStickers.quantity,
    })
    .from(seenStickers)
    .where(
      and(
        eq(seenStickers.userSid, userSid),
        sql`${seenStickers.detectionSid} = any(${sql.param([...detectionSids])}::text[])`,
      ),
    );

/** One value for each sticker, as arrays. */
const columnsOf = (stickers: readonly SeenSticker[]) => ({
  detectionSids: sql.param(stickers.map(({ detectionSid }) => detectionSid)),
  positions: sql.param(stickers.map(({ position }) => position)),
});

/** Marks stickers of an event as seen. Stickers of other events are skipped. Returns how many were marked. */
export async function insertSeenStickers(
  tx: Queryable,
  { projectSid, userSid }: { projectSid: string; userSid: string },
  stickers: readonly SeenSticker[],
): Promise<number> {
  const { detectionSids, positions } = columnsOf(stickers);
  const { rowCount } = await tx.execute(sql`
    insert into ${seenStickers} (user_sid, detection_sid, position, code, quantity)
    select ${userSid}, g.detection_sid, g.position, g.code, g.quantity
    from unnest(${detectionSids}::text[], ${positions}::int[], ${sql.param(stickers.map(({ code }) => code))}::text[],
      ${sql.param(stickers.map(({ quantity }) => quantity))}::text[]) g (detection_sid, position, code, quantity)
    join ${imageDetections} d on d.sid = g.detection_sid join ${images} i on i.sid = d.image_sid
    where i.project_sid = ${projectSid}
    on conflict (user_sid, detection_sid, position)
      do update set code = excluded.code, quantity = excluded.quantity, seen_at = now()`);
  return rowCount ?? 0;
}

/** Removes the marks of a person. Returns how many there were. */
export async function deleteSeenStickers(
  tx: Queryable,
  { projectSid, userSid }: { projectSid: string; userSid: string },
  stickers: readonly SeenSticker[],
): Promise<number> {
  const { detectionSids, positions } = columnsOf(stickers);
  const { rowCount } = await tx.execute(sql`
    delete from ${seenStickers} s
    using unnest(${detectionSids}::text[], ${positions}::int[]) g (detection_sid, position), ${imageDetections} d, ${images} i
    where s.user_sid = ${userSid} and s.detection_sid = g.detection_sid and s.position = g.position
      and d.sid = s.detection_sid and i.sid = d.image_sid and i.project_sid = ${projectSid}`);
  return rowCount ?? 0;
}
