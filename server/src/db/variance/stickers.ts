import type { StickerToRecheck, VarianceMeasure } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { type VarianceScope, varianceTables } from "./scope.ts";

type StickerRow = Omit<StickerToRecheck, "area" | "worth"> & {
  areaSid: string | null;
  areaName: string | null;
  worthUnits: number;
  worthValue: number | null;
};

/** Domain's `recheckWorth` in SQL. */
const WORTH = sql`case when c.difference >= 0 then least(s.units::float8, c.difference)
  else coalesce(-c.difference * s.units::float8 / nullif(c.counted, 0), 0) end`;

/** The stickers of photos with the largest recheck worth. */
export async function listStickersToRecheck(
  db: Queryable,
  scope: VarianceScope,
  { measure, limit }: { measure: VarianceMeasure; limit: number },
): Promise<StickerToRecheck[]> {
  const order = measure === "value" ? sql`"worthValue" desc nulls last, "worthUnits" desc` : sql`"worthUnits" desc`;
  const { rows } = await db.execute<StickerRow>(sql`with ${varianceTables(scope)},
    ranked as (
      select s.image_sid, s.result, s.code, s.units::float8 as units, c.description, c.counted, c.expected, c.difference,
        ${WORTH} as "worthUnits", ${WORTH} * c.unit_price as "worthValue"
      from sticker s join code c on c.code = s.code
      where c.difference <> 0
      order by ${order}, s.code, s.image_sid, s.result limit ${limit})
    select r.image_sid as "imageSid", i.name as "imageName", r.result + 1 as result, r.code, r.description, r.units, r.counted,
      r.expected, r.difference, r."worthUnits", r."worthValue", a.sid as "areaSid", a.number::text as "areaName"
    from ranked r join ${images} i on i.sid = r.image_sid left join ${areas} a on a.sid = i.area_sid
    order by ${order}, r.code, r.image_sid, r.result`);
  return rows.map((row) => {
    const { imageSid, imageName, result, areaSid, areaName, code, description, units, counted, expected, difference } =
      row;
    return {
      imageSid,
      imageName,
      result,
      area: areaSid === null || areaName === null ? null : { sid: areaSid, name: areaName },
      code,
      description,
      units,
      counted,
      expected,
      difference,
      worth: { units: row.worthUnits, value: row.worthValue },
    };
  });
}
