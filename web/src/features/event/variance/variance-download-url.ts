import type { VarianceBasis, VarianceTable } from "@precount/domain";
import type { TableFormat } from "../../../shared/api/download.ts";

type Choice = { table: VarianceTable; format: TableFormat; basis?: VarianceBasis; reportSid?: string };

export function varianceDownloadUrl(slug: string, { table, format, basis, reportSid }: Choice): string {
  const query = new URLSearchParams({
    table,
    format,
    ...(basis && { basis }),
    ...(reportSid && { report: reportSid }),
  });
  return `/api/projects/${encodeURIComponent(slug)}/variance/download?${query}`;
}
