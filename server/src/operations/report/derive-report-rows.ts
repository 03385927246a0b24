import { setImmediate as nextTick } from "node:timers/promises";
import { type ReportAccumulator, compareReportOrder } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import type { NewReportImage, NewReportRow } from "../../db/reports/rows.ts";
import { type ReportPhoto, readReportResults } from "../../db/reports/sources.ts";

/** Images read and written per statement. On a busy machine the round trips take most of the time. */
const IMAGES_PER_STATEMENT = 200;
/** Images computed between two ticks: a few milliseconds, after which other requests are served. */
const IMAGES_PER_TICK = 25;

/**
 * The rows of a report from the photos that count, in its order, added to `sum`. It works in batches, so that memory use and the delay
 * of other requests do not grow with the event.
 */
export async function* deriveReportRows(
  tx: Transaction,
  unordered: readonly ReportPhoto[],
  sum: ReportAccumulator,
  linked: ReadonlyMap<string, ReadonlySet<number>>,
): AsyncGenerator<{ rows: NewReportRow[]; images: NewReportImage[] }> {
  const photos = unordered.toSorted(compareReportOrder);
  for (const batch of inChunks(photos, IMAGES_PER_STATEMENT)) {
    const read = await readReportResults(
      tx,
      batch.map(({ sid }) => sid),
    );
    const rows: NewReportRow[] = [];
    const images: NewReportImage[] = [];
    for (const part of inChunks(batch, IMAGES_PER_TICK)) {
      for (const photo of part) {
        const counted = read.get(photo.sid);
        if (counted === undefined) continue;
        const { results, ...approval } = counted;
        const others = linked.get(photo.sid);
        const added = sum.add({ ...photo, results: results(), ...(others && { linked: others }) });
        for (const { row, source } of added) rows.push({ ...row, source });
        images.push({ imageSid: photo.sid, ...approval });
      }
      await nextTick();
    }
    yield { rows, images };
  }
}

function* inChunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
