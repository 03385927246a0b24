/** The download URL of a report's certificate as a PDF. */
export const certificateUrl = (slug: string, reportSid: string): string =>
  `/api/projects/${encodeURIComponent(slug)}/reports/${encodeURIComponent(reportSid)}/certificate/download`;
