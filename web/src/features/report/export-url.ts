import { REPORT_FIELDS, type ReportField } from "@precount/domain";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Spec §7: the fields as a JSON list, in the order of the report's columns. */
export function exportUrl(
  slug: string,
  reportSid: string,
  chosen: readonly ReportField[],
  format: ExportFormat,
): string {
  const fields = REPORT_FIELDS.filter((field) => chosen.includes(field));
  const query = new URLSearchParams({ fields: JSON.stringify(fields), format });
  return `/api/projects/${encodeURIComponent(slug)}/reports/${encodeURIComponent(reportSid)}/download?${query.toString()}`;
}
