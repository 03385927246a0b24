import type { Queryable } from "../connect.ts";
import { type SQL, eq, inArray } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import { images } from "../schema/images.ts";

/**
 * Streams an event's images in the order of their names, one batch at a time; the next batch is read when the previous one has been
 * consumed. Only the sids are in memory. No transaction stays open, because a slow download would hold it for hours; images deleted
 * meanwhile are left out.
 */
export async function* streamImageBatches<Row extends { sid: string }>(
  db: Queryable,
  projectSid: string,
  size: number,
  read: (isInBatch: SQL) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const order = await db
    .select({ sid: images.sid })
    .from(images)
    .where(eq(images.projectSid, projectSid))
    .orderBy(naturalOrder(images.name), images.sid);
  for (let at = 0; at < order.length; at += size) {
    const sids = order.slice(at, at + size).map(({ sid }) => sid);
    const rows = new Map((await read(inArray(images.sid, sids))).map((row) => [row.sid, row]));
    yield sids.flatMap((sid) => rows.get(sid) ?? []);
  }
}
