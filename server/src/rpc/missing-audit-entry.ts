import type { Log } from "../telemetry/log.ts";
import { reportError } from "../telemetry/report-error.ts";

/** Where a mutation without an audit entry fails: in tests and in development. */
const STRICT = new Set(["test", "development"]);

/**
 * Called when a mutation has changed data without an audit entry, which is a bug. Throws in tests and in development. Elsewhere it is
 * logged and reported, because the change is committed and an error would tell the user otherwise.
 */
export function reportMissingAuditEntry(path: string, log: Pick<Log, "error">): void {
  const error = new Error(`${path} has changed data without an audit entry`);
  if (STRICT.has(process.env["NODE_ENV"] ?? "")) throw error;
  log.error({ err: error, path }, "a mutation has recorded no audit entry");
  reportError(error, path);
}
