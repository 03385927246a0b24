import { eq, max } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { reports } from "../schema/reports.ts";

/** A report without its rows; `contents.totals.rows` is their number. */
export type ReportRecord = typeof reports.$inferSelect;

export async function findReport(db: Queryable, sid: string): Promise<ReportRecord | null> {
  const [row] = await db.select().from(reports).where(eq(reports.sid, sid));
  return row ?? null;
}

export async function nextVersion(tx: Queryable, projectSid: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(reports.version) })
    .from(reports)
    .where(eq(reports.projectSid, projectSid));
  return (row?.last ?? 0) + 1;
}
