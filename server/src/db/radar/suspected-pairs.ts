import type { PairFacts } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { imageStickers, stickerPairs } from "../schema/duplicates.ts";
import { radarStickers } from "../schema/radar.ts";

/** The most certain pairs of an event that become findings. A person decides about some hundred at most. */
const MAX_PAIRS = 1000;

const side = (name: "a" | "b") =>
  sql.raw(
    `json_build_object('imageSid', ${name}.image_sid, 'position', ${name}.position, 'areaNumber', area_${name}.number, 'code', ${name}.code, 'quantity', ${name}.quantity)`,
  );

/**
 * The undecided pairs whose stickers both count. A pair of a detection that is not representative any more is left out until the search
 * has moved it.
 */
export async function listSuspectedPairs(tx: Queryable, projectSid: string): Promise<PairFacts[]> {
  const { rows } = await tx.execute<PairFacts>(sql`
    select p.sid, p.certainty, ${side("a")} as a, ${side("b")} as b
    from ${stickerPairs} p
    join ${radarStickers} a on a.image_sid = p.image_a and a.position = p.position_a and not a.is_linked
    join ${radarStickers} b on b.image_sid = p.image_b and b.position = p.position_b and not b.is_linked
    join ${imageStickers} own_a
      on own_a.image_sid = p.image_a and own_a.position = p.position_a and own_a.detection_sid = p.detection_a
    join ${imageStickers} own_b
      on own_b.image_sid = p.image_b and own_b.position = p.position_b and own_b.detection_sid = p.detection_b
    left join ${areas} area_a on area_a.sid = a.area_sid left join ${areas} area_b on area_b.sid = b.area_sid
    where p.project_sid = ${projectSid} and p.status = 'suspected'
    order by p.certainty desc, p.sid limit ${MAX_PAIRS}`);
  return rows;
}
