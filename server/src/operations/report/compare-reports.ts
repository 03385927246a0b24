import {
  type ChangesPage,
  ROW_CHANGE_KINDS,
  SUM_GROUPINGS,
  SUM_SORTS,
  type SumDifference,
  changesPage,
  compareRows,
} from "@precount/domain";
import { z } from "zod";
import { findEventVersion } from "../../db/items/lists.ts";
import { listDifferentRows, listSumDifferences } from "../../db/reports/compare.ts";
import type { Page } from "../../db/reports/pages.ts";
import { type ComparableEvent, findNewestReport, listComparableEvents } from "../../db/variance/previous-event.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { paging, slugOrSidSchema } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { findVisibleReport, reportAddress } from "./report-views.ts";

const pages = { page: paging.page, pageSize: z.number().int().min(1).max(500).default(10) };

export const reportChangesInput = reportAddress.extend({
  ...pages,
  /** Another version of the same event. */
  beforeSid: z.string().min(1).max(120),
  kind: z.enum(ROW_CHANGE_KINDS).optional(),
});

/** One page of the rows that differ between an earlier version and this report (PD-143). */
export async function fetchReportChanges(
  ctx: SignedInContext,
  { page, pageSize, beforeSid, kind, ...address }: z.infer<typeof reportChangesInput>,
): Promise<ChangesPage> {
  const after = await findVisibleReport(ctx, address);
  const before = await findVisibleReport(ctx, { ...address, reportSid: beforeSid });
  const rows = await listDifferentRows(ctx.db, { beforeSid: before.sid, afterSid: after.sid });
  if (rows === null) throw new AppError("PRECONDITION_FAILED", TOO_DIFFERENT);
  return changesPage(compareRows(rows.before, rows.after), { kind, page, pageSize });
}

const TOO_DIFFERENT = "These versions differ in more than 20,000 rows. Download both and compare them there.";

export const reportDifferencesInput = reportAddress.extend({
  ...pages,
  search: paging.search,
  /** The event whose newest report is compared. */
  other: slugOrSidSchema,
  by: z.enum(SUM_GROUPINGS).default("code"),
  sort: z.enum(SUM_SORTS).optional(),
});

/** One page of the units by code or area, here and in the newest report of another event. */
export async function fetchReportDifferences(
  ctx: SignedInContext,
  { page, pageSize, search, other, by, sort, ...address }: z.infer<typeof reportDifferencesInput>,
): Promise<Page<SumDifference>> {
  const report = await findVisibleReport(ctx, address);
  const event = await requireProject(ctx, other);
  const before = await findNewestReport(ctx.db, event.sid, ctx.session.user);
  if (before === null) throw notFound("report");
  const versionSid = (await findEventVersion(ctx.db, report.event.sid))?.sid ?? null;
  return listSumDifferences(
    ctx.db,
    { beforeSid: before.sid, afterSid: report.sid, versionSid },
    { by, search, sort, page, pageSize },
  );
}

/** The events with a report with which this one can be compared. */
export async function fetchComparableEvents(
  ctx: SignedInContext,
  address: z.infer<typeof reportAddress>,
): Promise<ComparableEvent[]> {
  const project = await requireProject(ctx, address.project.slug);
  return listComparableEvents(ctx.db, project, ctx.session.user);
}
