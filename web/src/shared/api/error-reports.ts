import { TRPCClientError } from "@trpc/client";
import { queryClient } from "./query-client.ts";
import { trpc } from "./trpc.ts";

/** Takes a failure away, with the page that it happened on. */
type Report = (error: unknown, page: string) => void;

/** Before it is known whether anybody wants to know. */
const MAX_BUFFERED = 10;
let buffered: { error: unknown; page: string }[] | null = [];
let report: Report | null = null;
let currentPage = "start";

/** The page that is shown, by its route's pattern: an address would name events and photos. */
export function setReportedPage(pattern: string): void {
  currentPage = pattern;
}

/** Of this program's own making. What the server refused or failed at, it knows itself; a lost connection is nobody's mistake. */
const isClientFault = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof TRPCClientError) && error.name !== "AbortError";

/** Tells of a failure where a Sentry is set up. */
export function reportError(error: unknown): void {
  if (!isClientFault(error)) return;
  if (report) report(error, currentPage);
  else if (buffered && buffered.length < MAX_BUFFERED) buffered.push({ error, page: currentPage });
}

/** Listens from the start; what takes the failures away is loaded only where the server says that somebody wants them. */
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
