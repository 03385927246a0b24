import { join } from "node:path";
import { type ErrorEvent, type ProcessRole, toErrorEvent } from "@precount/domain";
import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import { sanitizeError } from "./sanitize-error.ts";
import { currentWork } from "./work-context.ts";

/** Takes events away; loaded where there is somewhere to take them. */
export type ErrorSender = { send(event: ErrorEvent): void; flush(): Promise<void> };

/** One broken thing may fail with every request; the first ones say all. */
const MOST_A_MINUTE = 20;
const ROOT = `${join(import.meta.dirname, "../../..")}/`;
const RELEASE = `precount@${packageJson.version}`;

type Reports = { sender: ErrorSender; environment: string; role: ProcessRole };
/** Of the process, as errors that nobody caught are. */
let reports: Reports | null = null;
let window = { endsAt: 0, left: 0 };

/**
 * Where a Sentry is set up, failures of this process's own go there from now on, those that nobody caught too; else nothing is
 * loaded. Returns what sends the last ones and ends it.
 */
export async function startErrorReports(
  { sentry }: Pick<Config, "sentry">,
  role: ProcessRole,
): Promise<() => Promise<void>> {
  if (sentry === null) return async () => undefined;
  const { createSentrySender } = await import("./sentry.ts");
  const sender = createSentrySender(sentry.dsn);
  reports = { sender, environment: sentry.environment, role };
  process.on("uncaughtException", endOver);
  return async () => {
    process.off("uncaughtException", endOver);
    reports = null;
    await sender.flush();
  };
}

/** As Node ends a process by itself, a moment later. */
function endOver(error: unknown): void {
  const { type, message, stack } = sanitizeError(error);
  process.stderr.write(`${type}: ${message}\n${stack}\n`);
  reportError(error, "process");
  void flushAndEnd();
}

async function flushAndEnd(): Promise<never> {
  await reports?.sender.flush().catch(() => undefined);
  process.exit(1);
}

/**
 * Tells of a failure of our own, never of what a person may not or cannot do.
 * @param at the call, route or kind of job: one of few
 */
export function reportError(error: unknown, at: string): void {
  if (!reports || !mayReport()) return;
  const { sender, environment, role } = reports;
  const { requestId, jobId } = currentWork() ?? {};
  // By which whoever runs the server finds the rest in its log.
  const tags = { process: role, ...(requestId !== undefined && { requestId }), ...(jobId !== undefined && { jobId }) };
  const site = { platform: "node", release: RELEASE, environment, transaction: at, tags, breadcrumbs: [] } as const;
  sender.send(toErrorEvent(error, site, ROOT));
}

function mayReport(): boolean {
  if (Date.now() >= window.endsAt) window = { endsAt: Date.now() + 60_000, left: MOST_A_MINUTE };
  window.left -= 1;
  return window.left >= 0;
}
