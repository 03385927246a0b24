import { Readable } from "node:stream";
import { REPORT_FORMATS, parseReportFields } from "@precount/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { findCertificate } from "../../db/blind-counts/certificates.ts";
import type { Database } from "../../db/connect.ts";
import { findReport } from "../../db/reports/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import type { ReportSummary } from "../../db/reports/summary.ts";
import { type SealRow, findSeal, readSealedImages } from "../../db/seals/seals.ts";
import { AppError, notFound, parseOrThrow } from "../../errors/app-error.ts";
import { exportTitle, sealFileJson, sealedReportJson, sealedTable } from "../../operations/seal/report-files.ts";
import { toSeal } from "../../operations/seal/stored-seal.ts";
import { sendDownload, sendTable } from "./send.ts";

const querySchema = z.object({
  fields: z.string().optional(),
  format: z.enum(REPORT_FORMATS).default("csv"),
});

type ReportQuery = z.infer<typeof querySchema>;

/** The route reads it before it records the download. */
export const readReportQuery = (request: FastifyRequest): ReportQuery => parseOrThrow(querySchema, request.query);

/** Sends a report's rows as CSV or XLSX, the sealed report as JSON, or its seal alone. The file name contains the close code. */
export async function sendReport(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { sid, title }: ReportSummary,
  { fields, format }: ReportQuery,
): Promise<FastifyReply> {
  const row = await findSeal(db, sid);
  const fileTitle = exportTitle(title, row?.closeCode ?? null);
  const rows = () => reportRowBatches(db, sid);
  if (format === "csv" || format === "xlsx") {
    return sendTable(
      request,
      reply,
      { title: fileTitle, format },
      sealedTable(row && toSeal(row), rows, parseReportFields(fields)),
    );
  }
  if (!row) throw new AppError("PRECONDITION_FAILED", "This report was created before reports were sealed.");
  const content = format === "seal" ? () => [sealFileJson(toSeal(row))] : await sealedContent(db, row);
  return sendDownload(request, reply, {
    title: fileTitle,
    extension: format === "seal" ? "seal.json" : "json",
    type: "application/json",
    content: () => Readable.from(content(), { objectMode: false }),
  });
}

async function sealedContent(db: Database, row: SealRow): Promise<() => AsyncGenerator<string>> {
  const report = await findReport(db, row.reportSid);
  if (!report) throw notFound("report");
  const images = await readSealedImages(db, row.reportSid);
  const certificate = await findCertificate(db, row.reportSid);
  const rows = () => reportRowBatches(db, row.reportSid);
  return () => sealedReportJson(toSeal(row), { contents: report.contents, images, certificate, rows });
}
