import type { Report, ReportRow } from "@precount/domain";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Queryable } from "../../db/connect.ts";
import { findReport, reportRowBatches } from "../../db/reports.ts";
import { notFound } from "../../errors.ts";
import { visibleProject } from "./visible-project.ts";

/** A report of an event that one may see. `ofProject`: slug or sid that it must belong to. */
export async function getReport(
  ctx: { db: Queryable; session: ActiveSession },
  reportSid: string,
  ofProject?: string,
): Promise<Report> {
  const row = await findReport(ctx.db, reportSid);
  if (!row) throw notFound("report");
  const project = await visibleProject(ctx, row.projectSid);
  if (ofProject !== undefined && ofProject !== project.sid && ofProject !== project.slug) throw notFound("report");
  const { sid, title, version, createdAt, contents } = row;
  const rows: ReportRow[] = [];
  for await (const batch of reportRowBatches(ctx.db, sid)) rows.push(...batch);
  return { sid, title, version, createdAt: createdAt.toISOString(), contents: { ...contents, rows } };
}
