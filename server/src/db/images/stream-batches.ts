import type { Queryable } from "../connect.ts";
import { type SQL, eq, inArray } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import { images } from "../schema/images.ts";

/**
 * All of an event's images in the order of their names, a batch at a time, each read when the one before has been used:
 * in memory are their ids, which are nothing beside what is read of them. No transaction is held meanwhile, a slow
 * reader of a download would keep it open for hours; what is deleted by then is left out.
 */
export async function* inBatches<Row extends { sid: string }>(
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
