import { REPORT_EXCEPTION_KINDS, type ReportException, type ReportRow, SKU_SORTS, clampPage } from "@precount/domain";
import { z } from "zod";
import {
  type Page,
  type ReportBrief,
  type ReportCover,
  type SkuTotal,
  countReportExceptions,
  findReportBrief,
  listReportExceptions,
  listReportSkus,
  listReportVersions,
} from "../../db/report-parts.ts";
import { readReportRows } from "../../db/reports.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { byProject, paging } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

/** A report by its event: under another event's address it does not exist. No shape is asked of its id: that is not found either. */
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

async function findVisible({ db, session }: SignedInContext, { project, reportSid }: Address): Promise<ReportBrief> {
  const { sid: projectSid } = await visibleProject({ db, session }, project.slug);
  const report = await findReportBrief(db, projectSid, reportSid);
  if (!report) throw notFound("report");
  return report;
}

/** The report without what it has much of. */
export async function getReportCover(ctx: SignedInContext, address: Address): Promise<ReportCover> {
  const report = await findVisible(ctx, address);
  return {
    ...report,
    exceptions: await countReportExceptions(ctx.db, report.sid),
    versions: await listReportVersions(ctx.db, report.event.sid),
  };
}

/** One page of its rows, in the report's order; a page past the end is the last. */
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

/** Of what there are more than these, nobody wants to have on paper: some forty sheets. */
const PRINTED_AT_MOST = 2000;

export type PrintedReport = { rows: ReportRow[] | null; skus: SkuTotal[] | null; exceptions: ReportException[] | null };

/** What a report's sheet of paper holds; null for what is too much for it. */
export async function getReportPrint(ctx: SignedInContext, address: Address): Promise<PrintedReport> {
  const { sid, totals } = await findVisible(ctx, address);
  const all = { page: 1, pageSize: PRINTED_AT_MOST };
  const exceptions = await listReportExceptions(ctx.db, sid, all);
  return {
    rows: totals.rows > PRINTED_AT_MOST ? null : await readReportRows(ctx.db, sid, { from: 1, count: PRINTED_AT_MOST }),
    skus: totals.skus > PRINTED_AT_MOST ? null : (await listReportSkus(ctx.db, sid, { ...all, sort: "code" })).items,
    exceptions: exceptions.total > PRINTED_AT_MOST ? null : exceptions.items,
  };
}
