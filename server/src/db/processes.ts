import {
  type ProcessReport,
  HEARTBEAT_TIMEOUT_MS,
  type ProcessStatus,
  isReplaced,
  processReportSchema,
} from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { asc, eq, gt, lt, sql } from "./drizzle.ts";
import { processes } from "./schema/installation.ts";

/** All SQL about running processes. Times are the database's, because the clocks of machines differ. */

export type ProcessRow = Pick<typeof processes.$inferInsert, "id" | "role" | "host" | "pid" | "version" | "report">;

/** Updates a process's row; inserts it on the first heartbeat or if it was deleted. */
export async function recordHeartbeat(db: Queryable, row: ProcessRow): Promise<void> {
  const { report } = row;
  await db
    .insert(processes)
    .values(row)
    .onConflictDoUpdate({ target: processes.id, set: { report, seenAt: sql`now()` } });
}

/** Records a regular end. The row stays for an hour, because its counts are still shown. */
export async function recordProcessEnd(db: Queryable, id: string, report: ProcessReport): Promise<void> {
  await db
    .update(processes)
    .set({ report, seenAt: sql`now()`, endedAt: sql`now()` })
    .where(eq(processes.id, id));
}

export async function deleteOldProcesses(db: Queryable): Promise<void> {
  await db.delete(processes).where(lt(processes.seenAt, sql`now() - interval '1 hour'`));
}

/** The processes that run or should run, and the reports of all processes of the last hour. */
export async function listProcesses(db: Queryable): Promise<{ running: ProcessStatus[]; reports: ProcessReport[] }> {
  const rows = await db
    .select({ row: processes, silentMs: sql<number>`(extract(epoch from now() - ${processes.seenAt}) * 1000)::float8` })
    .from(processes)
    .where(gt(processes.seenAt, sql`now() - interval '1 hour'`))
    .orderBy(asc(processes.role), asc(processes.host), asc(processes.startedAt));
  const all = rows.map(({ row, silentMs }) => {
    const { id, role, host, pid, version, startedAt, seenAt, endedAt } = row;
    const report = processReportSchema.parse(row.report);
    const isSilent = silentMs > HEARTBEAT_TIMEOUT_MS;
    const times = { startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() };
    return { report, endedAt, status: { id, role, host, pid, version, ...times, isSilent, doing: report.doing } };
  });
  const running = all.filter(({ endedAt }) => endedAt === null).map(({ status }) => status);
  return {
    running: running.filter((process) => !isReplaced(process, running)),
    reports: all.map(({ report }) => report),
  };
}
