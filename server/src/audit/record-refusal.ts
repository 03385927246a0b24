import { ZodError } from "zod";
import { insertAuditEntries } from "../db/audit/entries.ts";
import type { Database } from "../db/connect.ts";
import type { AppError } from "../errors/app-error.ts";
import { type AuditedCall, toAuditEntry } from "./record-audit.ts";
import type { Log } from "../telemetry/log.ts";

/** The caller may not do it, or may not see the row. */
const MISSING_RIGHT = new Set(["FORBIDDEN", "NOT_FOUND"]);
/** Calls that check a password, token or link. */
const CREDENTIAL_CALLS = new Set([
  "user.login",
  "user.msLogin",
  "user.verifySecondFactor",
  "user.passkeyLogin",
  "user.resetPassword",
  "user.changeOwnPassword",
  "factor.confirm",
]);
const WRONG_CREDENTIAL = new Set(["UNAUTHORIZED", "BAD_REQUEST"]);

type Entry = ReturnType<typeof toAuditEntry>;

/**
 * Writes the audit entry of a refused call: a missing right, or a failed sign-in. Refusals of anonymous calls are not recorded,
 * because anyone could fill the log with them. Inputs are never recorded.
 */
export async function recordRefusal(
  { db, log }: { db: Database; log: Log },
  call: AuditedCall,
  error: AppError,
): Promise<void> {
  const entry = toRefusalEntry(call, error);
  if (!entry) return;
  try {
    await insertAuditEntries(db, [entry]);
  } catch (cause) {
    // The client still gets the refusal.
    log.error({ err: cause }, "a refusal could not be written to the audit log");
  }
}

function toRefusalEntry(call: AuditedCall, error: AppError): Entry | null {
  const { action, actor } = call;
  const { subject } = error;
  const facts = { details: { code: error.code }, ...(subject && { subject }) };
  if (CREDENTIAL_CALLS.has(action) && WRONG_CREDENTIAL.has(error.code) && !(error.cause instanceof ZodError)) {
    // Logins are throttled, so they are recorded for unknown accounts too; the other calls only for a known account.
    const isRecorded = action === "user.login" || subject !== null || actor !== null;
    const kind = call.kind ?? "refusal";
    return isRecorded ? toAuditEntry({ ...call, kind, action: `${action}.failed`, named: null }, facts) : null;
  }
  return actor && error.isRefusal && MISSING_RIGHT.has(error.code)
    ? toAuditEntry({ ...call, kind: "refusal" }, facts)
    : null;
}
