import { type StickerRef, compareReportOrder, linkedStickers } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { listPairsWithStatus, toPairRef } from "../../db/duplicates/pairs.ts";
import { readCountedStickers } from "../../db/variance/counted-photos.ts";

/** The stickers of these photos that do not count, because another photo counts the same one (PD-93). Two statements, or one without pairs. */
export async function listLinkedStickers(
  db: Queryable,
  projectSid: string,
  imageSids: readonly string[],
): Promise<StickerRef[]> {
  const pairs = (await listPairsWithStatus(db, projectSid, "same")).map(toPairRef);
  if (pairs.length === 0) return [];
  const counting = new Set(imageSids);
  const paired = new Set(pairs.flatMap(({ a, b }) => [a.imageSid, b.imageSid]));
  const photos = await readCountedStickers(
    db,
    [...paired].filter((sid) => counting.has(sid)),
  );
  const counted = new Set(photos.flatMap(({ sid, stickers }) => stickers.map(([index]) => `${sid} ${index}`)));
  const order = photos.toSorted(compareReportOrder).map(({ sid }) => sid);
  return linkedStickers(pairs, order, ({ imageSid, index }) => counted.has(`${imageSid} ${index}`));
}
