import type { Report, ReportRow } from "@precount/domain";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Queryable } from "../../db/connect.ts";
import { findReport, reportRowBatches } from "../../db/reports.ts";
import { notFound } from "../../errors/app-error.ts";
import { visibleProject } from "../project/visible-project.ts";

/** A whole report of an event that one may see, all of its rows: screens ask for its parts (report-views.ts). */
export async function getReport(ctx: { db: Queryable; session: ActiveSession }, reportSid: string): Promise<Report> {
  const row = await findReport(ctx.db, reportSid);
  if (!row) throw notFound("report");
  await visibleProject(ctx, row.projectSid, "report");
  const { sid, title, version, createdAt, contents } = row;
  const rows: ReportRow[] = [];
  for await (const batch of reportRowBatches(ctx.db, sid)) rows.push(...batch);
  return { sid, title, version, createdAt: createdAt.toISOString(), contents: { ...contents, rows } };
}
