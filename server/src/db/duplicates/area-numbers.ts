import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";

/** The area numbers of images, as text; images without an area are left out. */
export async function readAreaNumbers(db: Queryable, imageSids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ sid: images.sid, number: areas.number })
    .from(images)
    .innerJoin(areas, eq(areas.sid, images.areaSid))
    .where(sql`${images.sid} = any(${sql.param([...imageSids])}::text[])`);
  return new Map(rows.map(({ sid, number }) => [sid, String(number)]));
}
