import {
  REPORT_EXCEPTION_KINDS,
  REPORT_GROUPINGS,
  REPORT_GROUP_SORTS,
  REPORT_ROW_SORTS,
  type ReportException,
  type ReportFigures,
  type ReportGroup,
  type ReportRow,
  SKU_SORTS,
  type ShownReportRow,
} from "@precount/domain";
import { z } from "zod";
import { imageContentsUrl } from "../../db/images/contents-url.ts";
import { findEventVersion } from "../../db/items/lists.ts";
import { listAcceptances } from "../../db/reports/acceptances.ts";
import { listReportGroups, readReportFigures } from "../../db/reports/figures.ts";
import { type Page, type SkuTotal, listReportExceptions, listReportSkus } from "../../db/reports/pages.ts";
import {
  type ReportSummary,
  type ReportOverview,
  countReportExceptions,
  findReportSummary,
  listReportVersions,
} from "../../db/reports/summary.ts";
import type { ReportScope } from "../../db/reports/row-filter.ts";
import { readReportRows } from "../../db/reports/rows.ts";
import { type RowTotals, listShownRows } from "../../db/reports/shown-rows.ts";
import { findSeal } from "../../db/seals/seals.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** A report of this event. An id of any form is accepted: a wrong one is NOT_FOUND, not BAD_REQUEST. */
export const reportAddress = byProject.extend({ reportSid: z.string().min(1).max(120) });
type Address = z.infer<typeof reportAddress>;

const { page, search } = paging;
/** The longest page of `REPORT_PAGES`. */
const pageSize = z.number().int().min(1).max(500).default(10);
const name = z.string().max(200);
export const reportRowsInput = reportAddress.extend({
  page,
  pageSize,
  search,
  sort: z.enum(REPORT_ROW_SORTS).optional(),
  area: name.optional(),
  department: name.optional(),
});
export const reportGroupsInput = reportAddress.extend({
  page,
  pageSize,
  search,
  by: z.enum(REPORT_GROUPINGS),
  sort: z.enum(REPORT_GROUP_SORTS).default("name"),
});
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

export async function findVisibleReport(
  { db, session }: SignedInContext,
  { project, reportSid }: Address,
): Promise<ReportSummary> {
  const { sid: projectSid } = await requireProject({ db, session }, project.slug);
  const report = await findReportSummary(db, projectSid, reportSid);
  if (!report) throw notFound("report");
  return report;
}

/** Descriptions and departments come from the item list version with which the event was completed last. */
async function findScope(
  ctx: SignedInContext,
  address: Address,
): Promise<ReportScope & { slug: string; totals: RowTotals }> {
  const { sid, event, totals } = await findVisibleReport(ctx, address);
  const versionSid = (await findEventVersion(ctx.db, event.sid))?.sid ?? null;
  return { reportSid: sid, versionSid, slug: event.slug, totals };
}

/** The report without its rows, SKUs and exceptions. */
export async function getReportCover(ctx: SignedInContext, address: Address): Promise<ReportOverview> {
  const report = await findVisibleReport(ctx, address);
  const seal = await findSeal(ctx.db, report.sid);
  return {
    ...report,
    seal: seal && { closeCode: seal.closeCode, hash: seal.hash.toString("hex"), key: seal.statement.signer.key },
    exceptions: await countReportExceptions(ctx.db, report.sid),
    versions: await listReportVersions(ctx.db, report.event.sid),
    acceptances: await listAcceptances(ctx.db, report.sid),
  };
}

/** One page of the report's rows with their evidence, and the units of all rows that the filter shows. A page past the end shows the last one. */
export async function fetchReportRows(
  ctx: SignedInContext,
  { page, pageSize, search, sort, area, department, ...address }: z.infer<typeof reportRowsInput>,
): Promise<Page<ShownReportRow> & { quantity: number }> {
  const { slug, ...scope } = await findScope(ctx, address);
  const urlOf = (image: Parameters<typeof imageContentsUrl>[0]): string => imageContentsUrl(image, slug);
  return listShownRows(ctx.db, { ...scope, urlOf }, { page, pageSize, search, sort, area, department });
}

/** One page of the report's areas or departments. */
export async function fetchReportGroups(
  ctx: SignedInContext,
  { page, pageSize, search, by, sort, ...address }: z.infer<typeof reportGroupsInput>,
): Promise<Page<ReportGroup>> {
  return listReportGroups(ctx.db, await findScope(ctx, address), { page, pageSize, search, by, sort });
}

/** The figures of the report's charts. */
export async function getReportFigures(ctx: SignedInContext, address: Address): Promise<ReportFigures> {
  return readReportFigures(ctx.db, await findScope(ctx, address));
}

export async function fetchReportSkus(
  ctx: SignedInContext,
  { page, pageSize, search, sort, ...address }: z.infer<typeof reportSkusInput>,
): Promise<Page<SkuTotal>> {
  const { sid } = await findVisibleReport(ctx, address);
  return listReportSkus(ctx.db, sid, { page, pageSize, search, sort });
}

export async function fetchReportExceptions(
  ctx: SignedInContext,
  { page, pageSize, kind, ...address }: z.infer<typeof reportExceptionsInput>,
): Promise<Page<ReportException>> {
  const { sid } = await findVisibleReport(ctx, address);
  return listReportExceptions(ctx.db, sid, { page, pageSize, kind });
}

/** A printed list has at most this many rows, about forty sheets. */
const MAX_PRINTED_ROWS = 2000;

export type PrintedReport = { rows: ReportRow[] | null; skus: SkuTotal[] | null; exceptions: ReportException[] | null };

/** The printable report. A list with too many rows for paper is null. */
export async function getReportPrint(ctx: SignedInContext, address: Address): Promise<PrintedReport> {
  const { sid, totals } = await findVisibleReport(ctx, address);
  const all = { page: 1, pageSize: MAX_PRINTED_ROWS };
  const exceptions = await listReportExceptions(ctx.db, sid, all);
  return {
    rows:
      totals.rows > MAX_PRINTED_ROWS ? null : await readReportRows(ctx.db, sid, { from: 1, count: MAX_PRINTED_ROWS }),
    skus: totals.skus > MAX_PRINTED_ROWS ? null : (await listReportSkus(ctx.db, sid, { ...all, sort: "code" })).items,
    exceptions: exceptions.total > MAX_PRINTED_ROWS ? null : exceptions.items,
  };
}
