import { TRPCClientError } from "@trpc/client";
import { queryClient } from "./query-client.ts";
import { trpc } from "./trpc.ts";

/** Sends an error, with the page it happened on. */
type Report = (error: unknown, page: string) => void;

/** Errors are buffered until the server has said whether error reports are configured. */
const MAX_BUFFERED = 10;
let buffered: { error: unknown; page: string }[] | null = [];
let report: Report | null = null;
let currentPage = "start";

/** Sets the page that following errors are reported for, by its route pattern: a real path would reveal names of events and photos. */
export function setReportedPage(pattern: string): void {
  currentPage = pattern;
}

/** Whether this program caused the error. Server errors are reported by the server, and connection errors are not bugs. */
const isClientFault = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof TRPCClientError) && error.name !== "AbortError";

/** Reports an error if Sentry is configured. */
export function reportError(error: unknown): void {
  if (!isClientFault(error)) return;
  if (report) report(error, currentPage);
  else if (buffered && buffered.length < MAX_BUFFERED) buffered.push({ error, page: currentPage });
}

/** Listens for errors immediately, but loads the Sentry client only if the server has one configured. */
export async function startErrorReports(): Promise<void> {
  globalThis.addEventListener("error", ({ error }) => reportError(error));
  globalThis.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
  const meta = await queryClient
    .fetchQuery(trpc.meta.version.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
    .catch(() => null);
  if (meta?.sentry) {
    const { createReport } = await import("./sentry.ts");
    report = createReport(meta.sentry, meta.version);
    for (const { error, page } of buffered ?? []) report(error, page);
  }
  buffered = null;
}
