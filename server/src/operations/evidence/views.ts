import {
  type HistoryStep,
  REPORT_ROW_SORTS,
  positiveIntegerSchema,
  type ShownReportRow,
  stickerHistory,
} from "@precount/domain";
import { z } from "zod";
import { limitEvidenceCalls } from "../../auth/throttle.ts";
import type { Database } from "../../db/connect.ts";
import type { OpenLink } from "../../db/evidence-links.ts";
import { findEventVersion } from "../../db/items/lists.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { imageVersion } from "../../db/images/contents-url.ts";
import type { Page } from "../../db/reports/pages.ts";
import { listShownRows } from "../../db/reports/shown-rows.ts";
import { findReportImage, readStickerRecord } from "../../db/reports/sticker-records.ts";
import { type ReportSummary, findReportSummary } from "../../db/reports/summary.ts";
import { notFound } from "../../errors/app-error.ts";
import { paging } from "../inputs.ts";
import { requireVisit } from "./open-link.ts";

/* What a visitor with an evidence link sees: one report and its images, nothing else. */

export type Visit = { db: Database; secret: string | null };

export const evidenceRowsInput = z.object({
  page: paging.page,
  pageSize: z.number().int().min(1).max(100).default(20),
  search: paging.search,
  sort: z.enum(REPORT_ROW_SORTS).optional(),
});
export const evidenceStickerInput = z.object({ position: positiveIntegerSchema });

export type EvidenceReport = Pick<ReportSummary, "title" | "version" | "generatedAt" | "generatedBy" | "totals"> & {
  event: { name: string };
  expiresAt: string;
};

export type EvidenceSticker = { row: ShownReportRow; history: HistoryStep[] };

async function findVisited({ db, secret }: Visit): Promise<{ link: OpenLink; report: ReportSummary }> {
  const link = await requireVisit(db, secret);
  await limitEvidenceCalls(db, link.sid);
  const report = await findReportSummary(db, link.projectSid, link.reportSid);
  if (!report) throw notFound("report");
  return { link, report };
}

export async function getEvidenceReport(visit: Visit): Promise<EvidenceReport> {
  const { link, report } = await findVisited(visit);
  const { title, version, generatedAt, generatedBy, totals, event } = report;
  return {
    title,
    version,
    generatedAt,
    generatedBy,
    totals,
    event: { name: event.name },
    expiresAt: link.expiresAt.toISOString(),
  };
}

const urlOf = (image: Pick<ImageRow, "sid" | "orientation" | "rotation" | "sha256">): string =>
  `/api/evidence/images/${image.sid}/contents?v=${imageVersion(image)}`;

export async function fetchEvidenceRows(
  visit: Visit,
  query: z.infer<typeof evidenceRowsInput>,
): Promise<Page<ShownReportRow> & { quantity: number }> {
  const { report } = await findVisited(visit);
  const versionSid = (await findEventVersion(visit.db, report.event.sid))?.sid ?? null;
  return listShownRows(visit.db, { reportSid: report.sid, versionSid, totals: report.totals, urlOf }, query);
}

/** One row with the steps from its reading to its approval; without steps in reports from before sources were stored. */
export async function getEvidenceSticker(
  visit: Visit,
  { position }: z.infer<typeof evidenceStickerInput>,
): Promise<EvidenceSticker> {
  const { items } = await fetchEvidenceRows(visit, { page: position, pageSize: 1 });
  const row = items.find((item) => item.position === position);
  if (!row) throw notFound("row");
  const { report } = await findVisited(visit);
  const record =
    row.evidence && (await readStickerRecord(visit.db, report.sid, row.evidence.image.sid, row.evidence.index));
  return { row, history: record ? stickerHistory(record) : [] };
}

/** An image of the visited report; an image of another report or event is NOT_FOUND. */
export async function requireEvidenceImage(visit: Visit, imageSid: string): Promise<ImageRow> {
  const { report } = await findVisited(visit);
  const image = await findReportImage(visit.db, report.sid, imageSid);
  if (!image) throw notFound("image");
  return image;
}
