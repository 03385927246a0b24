import type { StickerRef } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { radarStickers } from "../schema/radar.ts";

const columnsOf = (refs: readonly StickerRef[]) =>
  sql`unnest(${sql.param(refs.map(({ imageSid }) => imageSid))}::text[], ${sql.param(refs.map(({ index }) => index))}::int[])
    as given (image_sid, position)`;

/** Of these stickers, those that are counted, in the order of their areas and photos. */
export async function listCountedStickers(tx: Queryable, refs: readonly StickerRef[]): Promise<StickerRef[]> {
  const { rows } = await tx.execute<{ imageSid: string; index: number }>(sql`
    select s.image_sid as "imageSid", s.position as "index"
    from ${radarStickers} s join ${columnsOf(refs)} on given.image_sid = s.image_sid and given.position = s.position
    join ${images} i on i.sid = s.image_sid left join ${areas} a on a.sid = i.area_sid
    group by s.image_sid, s.position, a.number, i.name
    order by a.number nulls last, i.name, s.image_sid, s.position`);
  return rows;
}

/** Marks exactly these stickers of an event as linked. Returns the codes of the stickers that were marked or unmarked. */
export async function setLinkedStickers(
  tx: Queryable,
  projectSid: string,
  linked: readonly StickerRef[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    update ${radarStickers} s set is_linked = not s.is_linked
    where s.project_sid = ${projectSid} and (s.image_sid, s.position) in (
      (select image_sid, position from ${radarStickers} where project_sid = ${projectSid} and is_linked
       except select image_sid, position from ${columnsOf(linked)})
      union all
      (select image_sid, position from ${columnsOf(linked)}
       except select image_sid, position from ${radarStickers} where project_sid = ${projectSid} and is_linked))
    returning code`);
  return rows.map(({ code }) => code);
}
