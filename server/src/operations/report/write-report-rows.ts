import { setImmediate as nextTick } from "node:timers/promises";
import { ReportAccumulator, compareReportOrder } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { insertReportRows } from "../../db/reports/rows.ts";
import { type ReportPhoto, readReportResults } from "../../db/reports/sources.ts";

/** Images read and written per statement. On a busy machine the round trips take most of the time. */
const IMAGES_PER_STATEMENT = 200;
/** Images computed between two ticks: a few milliseconds, after which other requests are served. */
const IMAGES_PER_TICK = 25;

/**
 * Writes the rows of a report that is about to be inserted from the photos that count, and sums them up. It works in batches, so that memory use and the delay
 * of other requests do not grow with the event.
 */
export async function writeReportRows(
  tx: Transaction,
  unordered: readonly ReportPhoto[],
  reportSid: string,
  linked: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): Promise<ReportAccumulator> {
  const photos = unordered.toSorted(compareReportOrder);
  const sum = new ReportAccumulator();
  let next = 1;
  for (const batch of inChunks(photos, IMAGES_PER_STATEMENT)) {
    const read = await readReportResults(
      tx,
      batch.map(({ sid }) => sid),
    );
    const rows = [];
    for (const part of inChunks(batch, IMAGES_PER_TICK)) {
      for (const photo of part) {
        const results = read.get(photo.sid)?.();
        const others = linked.get(photo.sid);
        if (results !== undefined) rows.push(...sum.add({ ...photo, results, ...(others && { linked: others }) }));
      }
      await nextTick();
    }
    await insertReportRows(tx, reportSid, rows, next);
    next += rows.length;
  }
  return sum;
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
