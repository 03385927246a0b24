import { setImmediate as giveWay } from "node:timers/promises";
import { ReportAccumulator, compareReportOrder } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { insertReportRows, readReportPhotos, readStandingResults } from "../../db/reports.ts";

/** Read and written by one statement each: on a busy machine it is the way there and back that takes long. */
const PHOTOS_AT_ONCE = 200;
/** So many are computed in some milliseconds; then whoever else asks something is answered. */
const PHOTOS_IN_A_ROW = 25;

/**
 * Writes the rows of a report that is about to be inserted, and sums them up. A batch of photos at a time: neither memory nor
 * the others' waiting grows with the event.
 */
export async function writeReportRows(
  tx: Transaction,
  projectSid: string,
  reportSid: string,
): Promise<ReportAccumulator> {
  const photos = (await readReportPhotos(tx, projectSid)).toSorted(compareReportOrder);
  const sum = new ReportAccumulator();
  let next = 1;
  for (const batch of inParts(photos, PHOTOS_AT_ONCE)) {
    const read = await readStandingResults(
      tx,
      batch.map(({ sid }) => sid),
    );
    const rows = [];
    for (const part of inParts(batch, PHOTOS_IN_A_ROW)) {
      for (const photo of part) {
        const results = read.get(photo.sid)?.();
        if (results !== undefined) rows.push(...sum.add({ ...photo, results }));
      }
      await giveWay();
    }
    await insertReportRows(tx, reportSid, rows, next);
    next += rows.length;
  }
  return sum;
}

function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
