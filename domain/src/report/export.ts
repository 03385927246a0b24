import { z } from "zod";
import { REPORT_FIELDS, type ReportField, type ReportRow, reportFieldSchema } from "./report.ts";

/** Formats of a report's download: its rows, the sealed report, and the seal alone. */
export const REPORT_FORMATS = ["csv", "xlsx", "json", "seal"] as const;

const fieldsSchema = z.array(reportFieldSchema).min(1);

/**
 * Columns of a download: the query's JSON list in its order without duplicates; all five if it is missing, empty or
 * invalid (PD-35).
 */
export function parseReportFields(query: unknown): readonly ReportField[] {
  if (typeof query !== "string") return REPORT_FIELDS;
  try {
    const parsed = fieldsSchema.safeParse(JSON.parse(query));
    return parsed.success ? [...new Set(parsed.data)] : REPORT_FIELDS;
  } catch {
    return REPORT_FIELDS;
  }
}

/** The cells of a report row for the chosen columns, all text (PD-28). */
export const reportCells = (row: ReportRow, fields: readonly ReportField[]): string[] =>
  fields.map((field) => row[field]);
