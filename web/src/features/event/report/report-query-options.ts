/** Query options for reports, which never change. Errors go to the screen's error boundary. */
export const REPORT_QUERY_OPTIONS = { staleTime: Number.POSITIVE_INFINITY, throwOnError: true } as const;
