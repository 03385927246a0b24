import type { ReportImage, StickerRef } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { radarStickers } from "../schema/radar.ts";

const columnsOf = (refs: readonly StickerRef[]) =>
  sql`unnest(${sql.param(refs.map(({ imageSid }) => imageSid))}::text[], ${sql.param(refs.map(({ index }) => index))}::int[])
    as given (image_sid, position)`;

/** A photo with some of its counted stickers, and what the report sorts it by. */
export type PhotoWithStickers = Pick<ReportImage, "sid" | "name" | "bayCode" | "shelfCode" | "areaCode"> & {
  positions: number[];
};

/** The counted ones of these stickers, by photo. */
export async function listCountedStickers(tx: Queryable, refs: readonly StickerRef[]): Promise<PhotoWithStickers[]> {
  const { rows } = await tx.execute<PhotoWithStickers>(sql`
    select i.sid, i.name, i.bay_code as "bayCode", i.shelf_code as "shelfCode", a.number::text as "areaCode",
      array_agg(distinct s.position) as positions
    from ${radarStickers} s join ${columnsOf(refs)} on given.image_sid = s.image_sid and given.position = s.position
    join ${images} i on i.sid = s.image_sid left join ${areas} a on a.sid = i.area_sid
    group by i.sid, a.number`);
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
