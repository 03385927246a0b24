import { ZodError } from "zod";
import { type AuditRow, insertAuditEntries, lockRecentRefusals } from "../db/audit/entries.ts";
import type { Database } from "../db/connect.ts";
import type { AppError } from "../errors/app-error.ts";
import { type AuditedCall, toAuditEntry } from "./record-audit.ts";
import type { Log } from "../telemetry/log.ts";

/** The caller may not do it, or may not see the row. */
const MISSING_RIGHT = new Set(["FORBIDDEN", "NOT_FOUND"]);
/** Calls that check a password, token, link or passcode. */
const CREDENTIAL_CALLS = new Set([
  "user.login",
  "user.msLogin",
  "user.verifySecondFactor",
  "user.passkeyLogin",
  "user.resetPassword",
  "user.changeOwnPassword",
  "factor.confirm",
  "evidence.open",
]);
const WRONG_CREDENTIAL = new Set(["UNAUTHORIZED", "BAD_REQUEST"]);
/** A wrong passcode of a link that exists. Guesses are limited for each link, so that they cannot fill the log. */
const isWrongPasscode = (action: string, { code }: AppError): boolean =>
  action === "evidence.open" && code === "FORBIDDEN";

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
    await (call.isRead && entry.kind === "refusal" ? insertRefusedRead(db, entry) : insertAuditEntries(db, [entry]));
  } catch (cause) {
    // The client still gets the refusal.
    log.error({ err: cause }, "a refusal could not be written to the audit log");
  }
}

/** One entry stands for the same refused reads of this time. */
const REFUSED_READS_S = 60;

/**
 * A page that loses its event is refused several reads at once, and repeats them. The first one is recorded, once a minute for each
 * session, event and reason.
 */
async function insertRefusedRead(db: Database, entry: Entry): Promise<void> {
  const { actorSid } = entry;
  if (actorSid === null || actorSid === undefined) return;
  await db.transaction(async (tx) => {
    const recent = await lockRecentRefusals(tx, actorSid, REFUSED_READS_S);
    if (!recent.some((earlier) => isSameRead(earlier, entry))) await insertAuditEntries(tx, [entry]);
  });
}

function isSameRead(earlier: AuditRow, { credential, subjectKind, subjectSid, action, details }: Entry): boolean {
  const reason = details?.["code"];
  return (
    earlier.details["isRead"] === true &&
    earlier.credential === credential &&
    earlier.details["code"] === reason &&
    earlier.subjectKind === subjectKind &&
    // Events have names that can be guessed, so an attempt on each is recorded. Ids of photos cannot, and a page shows many.
    (subjectKind === "image" || earlier.subjectSid === subjectSid) &&
    // A hidden row is hidden from every read; a missing right concerns one kind of reads.
    (reason === "NOT_FOUND" || areaOf(earlier.action) === areaOf(action))
  );
}

const areaOf = (action: string): string => action.split(".", 1)[0] ?? "";

function toRefusalEntry(call: AuditedCall, error: AppError): Entry | null {
  const { action, actor } = call;
  const { subject } = error;
  const facts = { details: { code: error.code, ...(call.isRead && { isRead: true }) }, ...(subject && { subject }) };
  const isWrong = WRONG_CREDENTIAL.has(error.code) || isWrongPasscode(action, error);
  if (CREDENTIAL_CALLS.has(action) && isWrong && !(error.cause instanceof ZodError)) {
    // Logins are throttled, so they are recorded for unknown accounts too; the other calls only for a known account.
    const isRecorded = action === "user.login" || subject !== null || actor !== null;
    const kind = isWrongPasscode(action, error) ? "refusal" : (call.kind ?? "refusal");
    return isRecorded ? toAuditEntry({ ...call, kind, action: `${action}.failed`, named: null }, facts) : null;
  }
  return actor && error.isRefusal && MISSING_RIGHT.has(error.code)
    ? toAuditEntry({ ...call, kind: "refusal" }, facts)
    : null;
}
