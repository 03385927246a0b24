import { type ReportRow, ReportSum, byReportOrder } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { type ReportPhoto, insertReportRows, readReportPhotos, readStandingResults } from "../../db/reports.ts";

/** So many are worked through in a few milliseconds; then whoever else asks something is answered. */
const PHOTOS_AT_ONCE = 25;

/**
 * Writes the rows of a report that is about to be inserted, and sums them up. A batch of photos at a time: neither memory nor
 * the others' waiting grows with the event.
 */
export async function writeReportRows(tx: Transaction, projectSid: string, reportSid: string): Promise<ReportSum> {
  const photos = (await readReportPhotos(tx, projectSid)).toSorted(byReportOrder);
  const sum = new ReportSum();
  let next = 1;
  for (let at = 0; at < photos.length; at += PHOTOS_AT_ONCE) {
    const rows = await rowsOf(tx, photos.slice(at, at + PHOTOS_AT_ONCE), sum);
    await insertReportRows(tx, reportSid, rows, next);
    next += rows.length;
  }
  return sum;
}

async function rowsOf(tx: Transaction, photos: readonly ReportPhoto[], sum: ReportSum): Promise<ReportRow[]> {
  const standing = await readStandingResults(
    tx,
    photos.map(({ sid }) => sid),
  );
  return photos.flatMap((photo) => {
    const results = standing.get(photo.sid);
    return results === undefined ? [] : sum.add({ ...photo, results });
  });
}
