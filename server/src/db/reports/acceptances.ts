import type { ReportAcceptance } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { asc, eq } from "../drizzle.ts";
import { reportAcceptances } from "../schema/reports.ts";
import { users } from "../schema/users.ts";

/** The acceptances of a report, the earliest first. */
export async function listAcceptances(db: Queryable, reportSid: string): Promise<ReportAcceptance[]> {
  const rows = await db
    .select({ acceptance: reportAcceptances, recordedBy: users.name })
    .from(reportAcceptances)
    .innerJoin(users, eq(users.sid, reportAcceptances.createdBy))
    .where(eq(reportAcceptances.reportSid, reportSid))
    .orderBy(asc(reportAcceptances.createdAt), asc(reportAcceptances.sid));
  return rows.map(({ acceptance: { sid, name, remark, createdAt }, recordedBy }) => ({
    sid,
    name,
    remark,
    at: createdAt.toISOString(),
    recordedBy,
  }));
}

export async function insertAcceptance(tx: Queryable, row: typeof reportAcceptances.$inferInsert): Promise<void> {
  await tx.insert(reportAcceptances).values(row);
}
