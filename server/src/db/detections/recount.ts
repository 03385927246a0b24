import { and, asc, eq, gt, ne } from "../drizzle.ts";
import type { Database, Queryable } from "../connect.ts";
import { lockImage } from "../images/read.ts";
import { imageDetections } from "../schema/detections.ts";
import { findImageOfDetection, lockDetection } from "./read.ts";
import { type DetectionRow, type StoredDetection, selectDetections, withLogs } from "./stored-detection.ts";
import { countColumns } from "./write.ts";

/* Checks and repairs the counts that are stored with detections. A later version may count by other rules (PD-101). */

/** A detection with its JSON can be as large as a few hundred kilobytes. */
const PAGE_ROWS = 100;

/** The ids of live detections whose stored counts differ from their results, by keyset pagination with constant memory. */
export async function* findMiscountedDetections(db: Queryable): AsyncIterable<string> {
  let after = "";
  for (;;) {
    const found = await selectDetections(db)
      .where(and(gt(imageDetections.sid, after), ne(imageDetections.status, "discarded")))
      .orderBy(asc(imageDetections.sid))
      .limit(PAGE_ROWS);
    for (const detection of await withLogs(db, found)) if (wrongCounts(detection) !== null) yield detection.row.sid;
    const last = found.at(-1);
    if (!last) return;
    after = last.row.sid;
  }
}

/** Counts a detection again. Its edits and its revision stay, because its results do. Triggers update the counts of its image. */
export async function recountDetection(db: Database, sid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const imageSid = await findImageOfDetection(tx, sid);
    // The image is locked before its detections, as in every change.
    if (imageSid === null || !(await lockImage(tx, imageSid))) return;
    const detection = await lockDetection(tx, sid);
    const counts = detection && wrongCounts(detection);
    if (counts) await tx.update(imageDetections).set(counts).where(eq(imageDetections.sid, sid));
  });
}

/** The correct counts; null if the stored ones are correct. */
function wrongCounts({ row, results }: StoredDetection): Partial<DetectionRow> | null {
  const numbers = countColumns(row.predictions, results);
  const stored = new Map<string, unknown>(Object.entries(row));
  const isWrong = Object.entries(numbers).some(([column, correct]) => stored.get(column) !== correct);
  return isWrong ? numbers : null;
}
