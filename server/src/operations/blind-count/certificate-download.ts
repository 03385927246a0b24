import { Readable } from "node:stream";
import { certificateDocument } from "@precount/domain";
import { findCertificate } from "../../db/blind-counts/certificates.ts";
import type { Database } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { findReportSummary } from "../../db/reports/summary.ts";
import { notFound } from "../../errors/app-error.ts";
import type { Download } from "../export/download.ts";
import { certificatePdf } from "./certificate-pdf.ts";

/** The certificate of a report as a PDF. Throws NOT_FOUND if the event was completed without a blind count. */
export async function certificateDownload(
  db: Database,
  event: ProjectRow,
  reportId: string,
): Promise<{ reportSid: string; download: Download }> {
  const report = await findReportSummary(db, event.sid, reportId);
  if (!report) throw notFound("report");
  const certificate = await findCertificate(db, report.sid);
  if (!certificate) throw notFound("certificate");
  const document = certificateDocument(certificate, { event: event.name, report: report.title, formatDate });
  const download = {
    title: document.title,
    extension: "pdf",
    type: "application/pdf",
    content: () => Readable.from(certificatePdf(document), { objectMode: false }),
  };
  return { reportSid: report.sid, download };
}

/** In UTC, because the reader's time zone is not known: `21 November 2026 at 05:40 UTC`. */
const formatDate = (iso: string): string =>
  new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).concat(" UTC");
