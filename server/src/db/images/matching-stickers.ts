import { type ImageQuery, type MatchingSticker, asksForStickers } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { escapeLike } from "../escape-like.ts";
import { type SQL, and, sql } from "../drizzle.ts";

/** Crops of an image in a list. An image may have hundreds of stickers of one quantity. */
const MAX_MATCHES = 3;

/** An SQL condition on `s`, a row of image_stickers. */
export const isMatchingSticker = (projectSid: string, { code, quantity }: ImageQuery): SQL | undefined =>
  and(
    sql`s.project_sid = ${projectSid}`,
    code === null ? undefined : hasCode(code),
    quantity === null ? undefined : sql`${UNITS} between ${quantity.min} and ${quantity.max}`,
  );

const hasCode = ({ digits, isPrefix }: NonNullable<ImageQuery["code"]>): SQL =>
  isPrefix ? sql`s.code like ${`${escapeLike(digits)}%`}` : sql`s.code = ${digits}`;

/** The expression of the index image_stickers_by_units. A quantity is a text: it may be empty or, doubtful, have other characters. */
const UNITS = sql`case when s.quantity ~ '^[0-9]{1,9}$' then s.quantity::int end`;

/** The stickers that a query asks for, by image, in their order. No statement when it asks for none, else one. */
export async function listMatchingStickers(
  db: Queryable,
  { projectSid, query }: { projectSid: string; query?: ImageQuery | undefined },
  imageSids: readonly string[],
): Promise<Map<string, MatchingSticker[]>> {
  if (query === undefined || !asksForStickers(query) || imageSids.length === 0) return new Map();
  const { rows } = await db.execute<{ imageSid: string; sticker: MatchingSticker }>(sql`
    select "imageSid", json_build_object('position', position, 'code', code, 'quantity', quantity, 'rect', rect) as sticker from (
      select s.image_sid as "imageSid", s.position, s.code, s.quantity, s.rect,
        row_number() over (partition by s.image_sid order by s.position) as place
      from image_stickers s
      where s.image_sid = any(${sql.param([...imageSids])}::text[]) and ${isMatchingSticker(projectSid, query)}) found
    where place <= ${MAX_MATCHES} order by "imageSid", position`);
  const stickers = Map.groupBy(rows, ({ imageSid }) => imageSid);
  return new Map([...stickers].map(([sid, found]) => [sid, found.map(({ sticker }) => sticker)]));
}
