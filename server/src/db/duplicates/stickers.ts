import type { Rect } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { asc, eq, sql } from "../drizzle.ts";
import { imageStickers } from "../schema/duplicates.ts";

export type StoredSticker = typeof imageStickers.$inferSelect;
type NewSticker = { position: number; code: string; quantity: string; rect: Rect };

export const readStickers = (db: Queryable, imageSid: string): Promise<StoredSticker[]> =>
  db.select().from(imageStickers).where(eq(imageStickers.imageSid, imageSid)).orderBy(asc(imageStickers.position));

/** Replaces the stored stickers of an image. Two statements. */
export async function replaceStickers(
  tx: Queryable,
  image: { sid: string; projectSid: string },
  detectionSid: string,
  stickers: readonly NewSticker[],
): Promise<void> {
  await tx.delete(imageStickers).where(eq(imageStickers.imageSid, image.sid));
  if (stickers.length === 0) return;
  const owner = { imageSid: image.sid, projectSid: image.projectSid, detectionSid };
  await tx.insert(imageStickers).values(stickers.map((sticker) => ({ ...owner, ...sticker })));
}

/** Images in one comparison. Their keypoints are about 20 kB each, and a comparison takes a few milliseconds. */
const MAX_CANDIDATES = 8;

/**
 * The images of the event that have stickers with the same code and quantity as this one: those with most of them first, then those of
 * near areas, then those taken at about the same time. Rejected images are left out.
 */
export async function listCandidates(db: Queryable, imageSid: string): Promise<string[]> {
  const { rows } = await db.execute<{ sid: string }>(sql`
    select other.image_sid as sid
    from image_stickers own
    join image_stickers other
      on other.project_sid = own.project_sid and other.code = own.code and other.quantity = own.quantity
      and other.image_sid <> own.image_sid
    join images mine on mine.sid = own.image_sid
    join images theirs on theirs.sid = other.image_sid
    left join areas a on a.sid = mine.area_sid
    left join areas b on b.sid = theirs.area_sid
    where own.image_sid = ${imageSid} and own.code <> '' and mine.status <> 'rejected' and theirs.status <> 'rejected'
    group by other.image_sid, a.number, b.number, mine.captured_at, mine.created_at, theirs.captured_at, theirs.created_at
    order by count(distinct own.position) desc, abs(a.number - b.number) nulls last,
      abs(extract(epoch from coalesce(mine.captured_at, mine.created_at) - coalesce(theirs.captured_at, theirs.created_at))),
      other.image_sid
    limit ${MAX_CANDIDATES}`);
  return rows.map(({ sid }) => sid);
}
