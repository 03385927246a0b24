import { MAX_ACCEPTANCES, type ReportAcceptance, newAcceptanceSchema } from "@precount/domain";
import type { z } from "zod";
import { insertAcceptance, listAcceptances } from "../../db/reports/acceptances.ts";
import { lockProject } from "../../db/projects/read.ts";
import { AppError } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { recordChange } from "../record-change.ts";
import { findVisibleReport, reportAddress } from "./report-views.ts";

export const acceptReportInput = reportAddress.extend(newAcceptanceSchema.shape);

/** Records that someone accepts a report (PD-146). It is kept with the report and cannot be changed. */
export async function acceptReport(
  ctx: SignedInContext,
  { name, remark, ...address }: z.infer<typeof acceptReportInput>,
): Promise<ReportAcceptance[]> {
  const report = await findVisibleReport(ctx, address);
  const projectSid = report.event.sid;
  return ctx.db.transaction(async (tx) => {
    // Serializes concurrent calls, so that none exceeds the maximum.
    await lockProject(tx, projectSid, "update");
    if ((await listAcceptances(tx, report.sid)).length >= MAX_ACCEPTANCES) {
      throw new AppError("PRECONDITION_FAILED", `A report can be accepted ${MAX_ACCEPTANCES} times at most.`);
    }
    const sid = newSid();
    await insertAcceptance(tx, { sid, reportSid: report.sid, name, remark, createdBy: ctx.session.user.sid });
    await recordChange(tx, ctx.call, {
      changes: [{ projectSid, kind: "project", sid: projectSid }],
      details: { report: report.sid, version: report.version, name, remark },
    });
    return listAcceptances(tx, report.sid);
  });
}
