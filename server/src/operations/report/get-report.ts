import type { Report, ReportRow } from "@precount/domain";
import type { ActiveSession } from "../../auth/active-session.ts";
import type { Queryable } from "../../db/connect.ts";
import { findReport } from "../../db/reports/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import { notFound } from "../../errors/app-error.ts";
import { requireProject } from "../project/require-project.ts";

/** A whole report with all of its rows, for programs. Screens load its parts (report-views.ts). */
export async function getReport(ctx: { db: Queryable; session: ActiveSession }, reportSid: string): Promise<Report> {
  const row = await findReport(ctx.db, reportSid);
  if (!row) throw notFound("report");
  await requireProject(ctx, row.projectSid, "report");
  const { sid, title, version, createdAt, contents } = row;
  const rows: ReportRow[] = [];
  for await (const batch of reportRowBatches(ctx.db, sid)) rows.push(...batch);
  return { sid, title, version, createdAt: createdAt.toISOString(), contents: { ...contents, rows } };
}
