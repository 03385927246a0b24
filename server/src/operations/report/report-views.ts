import { REPORT_EXCEPTION_KINDS, type ReportException, type ReportRow, SKU_SORTS, clampPage } from "@precount/domain";
import { z } from "zod";
import { type Page, type SkuTotal, listReportExceptions, listReportSkus } from "../../db/reports/pages.ts";
import {
  type ReportSummary,
  type ReportOverview,
  countReportExceptions,
  findReportSummary,
  listReportVersions,
} from "../../db/reports/summary.ts";
import { readReportRows } from "../../db/reports/rows.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** A report of this event. An id of any form is accepted: a wrong one is NOT_FOUND, not BAD_REQUEST. */
export const reportAddress = byProject.extend({ reportSid: z.string().min(1).max(120) });
type Address = z.infer<typeof reportAddress>;

const { page, pageSize, search } = paging;
export const reportRowsInput = reportAddress.extend({ page, pageSize });
export const reportSkusInput = reportAddress.extend({
  page,
  pageSize,
  search,
  sort: z.enum(SKU_SORTS).default("code"),
});
export const reportExceptionsInput = reportAddress.extend({
  page,
  pageSize,
  kind: z.enum(REPORT_EXCEPTION_KINDS).optional(),
});

async function findVisible({ db, session }: SignedInContext, { project, reportSid }: Address): Promise<ReportSummary> {
  const { sid: projectSid } = await requireProject({ db, session }, project.slug);
  const report = await findReportSummary(db, projectSid, reportSid);
  if (!report) throw notFound("report");
  return report;
}

/** The report without its rows, SKUs and exceptions. */
export async function getReportCover(ctx: SignedInContext, address: Address): Promise<ReportOverview> {
  const report = await findVisible(ctx, address);
  return {
    ...report,
    exceptions: await countReportExceptions(ctx.db, report.sid),
    versions: await listReportVersions(ctx.db, report.event.sid),
  };
}

/** One page of the report's rows, in its order. A page past the end shows the last one. */
export async function fetchReportRows(
  ctx: SignedInContext,
  { page, pageSize, ...address }: z.infer<typeof reportRowsInput>,
): Promise<Page<ReportRow>> {
  const { sid, totals } = await findVisible(ctx, address);
  const shown = clampPage(page, pageSize, totals.rows);
  const items = await readReportRows(ctx.db, sid, { from: (shown - 1) * pageSize + 1, count: pageSize });
  return { items, total: totals.rows, page: shown };
}

export async function fetchReportSkus(
  ctx: SignedInContext,
  { page, pageSize, search, sort, ...address }: z.infer<typeof reportSkusInput>,
): Promise<Page<SkuTotal>> {
  const { sid } = await findVisible(ctx, address);
  return listReportSkus(ctx.db, sid, { page, pageSize, search, sort });
}

export async function fetchReportExceptions(
  ctx: SignedInContext,
  { page, pageSize, kind, ...address }: z.infer<typeof reportExceptionsInput>,
): Promise<Page<ReportException>> {
  const { sid } = await findVisible(ctx, address);
  return listReportExceptions(ctx.db, sid, { page, pageSize, kind });
}

/** A printed list has at most this many rows, about forty sheets. */
const MAX_PRINTED_ROWS = 2000;

export type PrintedReport = { rows: ReportRow[] | null; skus: SkuTotal[] | null; exceptions: ReportException[] | null };

/** The printable report. A list with too many rows for paper is null. */
export async function getReportPrint(ctx: SignedInContext, address: Address): Promise<PrintedReport> {
  const { sid, totals } = await findVisible(ctx, address);
  const all = { page: 1, pageSize: MAX_PRINTED_ROWS };
  const exceptions = await listReportExceptions(ctx.db, sid, all);
  return {
    rows:
      totals.rows > MAX_PRINTED_ROWS ? null : await readReportRows(ctx.db, sid, { from: 1, count: MAX_PRINTED_ROWS }),
    skus: totals.skus > MAX_PRINTED_ROWS ? null : (await listReportSkus(ctx.db, sid, { ...all, sort: "code" })).items,
    exceptions: exceptions.total > MAX_PRINTED_ROWS ? null : exceptions.items,
  };
}
