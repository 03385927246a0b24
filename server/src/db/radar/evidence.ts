import type { FindingResult, Rect, Size } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { imageContentsUrl, uprightSize } from "../images/contents-url.ts";
import { images } from "../schema/images.ts";
import { radarStickers } from "../schema/radar.ts";

export type EvidenceImage = Size & { sid: string; name: string; src: string };

/** The photos of findings, by sid. */
export async function readEvidenceImages(
  db: Queryable,
  slug: string,
  sids: readonly string[],
): Promise<Map<string, EvidenceImage>> {
  const rows = await db
    .select()
    .from(images)
    .where(sql`${images.sid} = any(${sql.param([...sids])}::text[])`);
  return new Map(
    rows.map((row) => [
      row.sid,
      { sid: row.sid, name: row.name, src: imageContentsUrl(row, slug), ...uprightSize(row) },
    ]),
  );
}

const keyOf = ({ imageSid, position }: FindingResult): string => `${imageSid}:${position}`;

export type EvidenceSticker = { rect: Rect; code: string; quantity: number | null };

/** The stickers of results. The returned function gives one of them, or undefined if the result is not counted any more. */
export async function readEvidenceStickers(
  db: Queryable,
  results: readonly FindingResult[],
): Promise<(result: FindingResult) => EvidenceSticker | undefined> {
  const given = sql`unnest(${sql.param(results.map(({ imageSid }) => imageSid))}::text[],
    ${sql.param(results.map(({ position }) => position))}::int[]) as given (image_sid, position)`;
  const rows = await db
    .select({
      imageSid: radarStickers.imageSid,
      position: radarStickers.position,
      rect: radarStickers.rect,
      code: radarStickers.code,
      quantity: radarStickers.quantity,
    })
    .from(radarStickers)
    .innerJoin(given, sql`given.image_sid = ${radarStickers.imageSid} and given.position = ${radarStickers.position}`);
  const found = new Map(rows.map(({ imageSid, position, ...sticker }) => [keyOf({ imageSid, position }), sticker]));
  return (result) => found.get(keyOf(result));
}
