import { REPORT_FIELDS, ReportAccumulator, type ReportField } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { insertReportImages, insertReportRows } from "../../db/reports/rows.ts";
import type { ReportPhoto } from "../../db/reports/sources.ts";
import { ColumnDigests } from "../seal/column-digests.ts";
import { deriveReportRows } from "./derive-report-rows.ts";

/** Writes the rows of a report that is about to be inserted from the photos that count, sums them up and computes their digests. */
export async function writeReportRows(
  tx: Transaction,
  photos: readonly ReportPhoto[],
  reportSid: string,
  linked: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): Promise<{ sum: ReportAccumulator; columns: Record<ReportField, string> }> {
  const sum = new ReportAccumulator();
  const digests = new ColumnDigests(REPORT_FIELDS);
  let next = 1;
  for await (const { rows, images } of deriveReportRows(tx, photos, sum, linked)) {
    await insertReportRows(tx, reportSid, rows, next);
    await insertReportImages(tx, reportSid, images);
    digests.add(rows);
    next += rows.length;
  }
  return { sum, columns: digests.digests() };
}
