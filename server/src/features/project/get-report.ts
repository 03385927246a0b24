import type { Report } from "@precount/domain";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Queryable } from "../../db/connect.ts";
import { findReport } from "../../db/reports.ts";
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
  return { sid, title, version, createdAt: createdAt.toISOString(), contents };
}
