import type { ReportField } from "@precount/domain";
import type { TableFormat } from "../../../shared/api/download.ts";

/** The download URL with the chosen fields as a JSON list, in the chosen order (spec §7). */
export function exportUrl(
  slug: string,
  reportSid: string,
  fields: readonly ReportField[],
  format: TableFormat,
): string {
  const query = new URLSearchParams({ fields: JSON.stringify(fields), format });
  return `/api/projects/${encodeURIComponent(slug)}/reports/${encodeURIComponent(reportSid)}/download?${query.toString()}`;
}
