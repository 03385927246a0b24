import { z } from "zod";
import { REPORT_FIELDS, type ReportField, type ReportRow, reportFieldSchema } from "./report.ts";

const fieldsSchema = z.array(reportFieldSchema).min(1);

/**
 * Which columns a download has: the query's JSON list in its order, each once; all five when it is
 * missing, empty or names anything else (decision 35).
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

/** What a spreadsheet may take for a formula's beginning (OWASP, CSV injection), its full-width forms too. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * A cell as text that no spreadsheet runs (decision 36): what begins like a formula, behind blanks or
 * invisible characters too, gets an apostrophe in front. Everything else stays as it is; codes and
 * quantities are digits and never change. Doing it twice adds nothing.
 */
export const escapeFormula = (value: string): string => (FORMULA_START.test(value) ? `'${value}` : value);

/** A report's row as an export has it: the chosen columns, all text (decision 28). */
export const reportCells = (row: ReportRow, fields: readonly ReportField[]): string[] =>
  fields.map((field) => row[field]);
