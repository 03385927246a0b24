import type { ReportField } from "@precount/domain";
import type { ReportFormat } from "./export-choice.ts";

/** The download URL with the chosen fields as a JSON list, in the chosen order (spec §7). */
export function exportUrl(
  slug: string,
  reportSid: string,
  fields: readonly ReportField[],
  format: ReportFormat,
): string {
  const query = new URLSearchParams({ fields: JSON.stringify(fields), format });
  return `${downloadUrl(slug, reportSid)}?${query.toString()}`;
}

/** The download URL of a report's seal, which verifies a CSV export without this server. */
export const sealFileUrl = (slug: string, reportSid: string): string => `${downloadUrl(slug, reportSid)}?format=seal`;

const downloadUrl = (slug: string, reportSid: string): string =>
  `/api/projects/${encodeURIComponent(slug)}/reports/${encodeURIComponent(reportSid)}/download`;
