import { join } from "node:path";
import { type ProcessRole, toErrorEvent } from "@precount/domain";
import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import type { ErrorSender } from "./error-sender.ts";
import { sanitizeError } from "./sanitize-error.ts";
import { currentWork } from "./work-context.ts";

/** Limits the events of a defect that fails every request. */
const MAX_EVENTS_PER_MINUTE = 20;
const ROOT = `${join(import.meta.dirname, "../../..")}/`;
const RELEASE = `precount@${packageJson.version}`;

type Reports = { sender: ErrorSender; environment: string; role: ProcessRole };
/** One per process, because uncaught errors belong to the process. */
let reports: Reports | null = null;
let rateWindow = { endsAt: 0, left: 0 };

/**
 * Sends this process's errors to Sentry from now on if it is configured, uncaught errors included; otherwise Sentry is not
 * loaded. Returns a function that stops reporting and sends the remaining events.
 */
export async function startErrorReports(
  { sentry }: Pick<Config, "sentry">,
  role: ProcessRole,
): Promise<() => Promise<void>> {
  if (sentry === null) return async () => undefined;
  const { createSentrySender } = await import("./sentry.ts");
  const sender = createSentrySender(sentry.dsn);
  reports = { sender, environment: sentry.environment, role };
  process.on("uncaughtException", exitOnUncaught);
  return async () => {
    process.off("uncaughtException", exitOnUncaught);
    reports = null;
    await sender.flush();
  };
}

/** Prints the error and exits with status 1, as Node does without a handler, but after sending the event. */
function exitOnUncaught(error: unknown): void {
  const { type, message, stack } = sanitizeError(error);
  process.stderr.write(`${type}: ${message}\n${stack}\n`);
  reportError(error, "process");
  void flushAndExit();
}

async function flushAndExit(): Promise<never> {
  await reports?.sender.flush().catch(() => undefined);
  process.exit(1);
}

/**
 * Reports a defect of Precount, never an error that a user caused.
 * @param at the procedure, route or job name: one of few values
 */
export function reportError(error: unknown, at: string): void {
  if (!reports || !isWithinRateLimit()) return;
  const { sender, environment, role } = reports;
  const { requestId, jobId } = currentWork() ?? {};
  // The ids lead the operator to the related log lines.
  const tags = { process: role, ...(requestId !== undefined && { requestId }), ...(jobId !== undefined && { jobId }) };
  const site = { platform: "node", release: RELEASE, environment, transaction: at, tags, breadcrumbs: [] } as const;
  sender.send(toErrorEvent(error, site, ROOT));
}

function isWithinRateLimit(): boolean {
  if (Date.now() >= rateWindow.endsAt) rateWindow = { endsAt: Date.now() + 60_000, left: MAX_EVENTS_PER_MINUTE };
  rateWindow.left -= 1;
  return rateWindow.left >= 0;
}
