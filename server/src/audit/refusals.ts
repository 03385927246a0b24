import type { TRPCError } from "@trpc/server";
import type { FastifyBaseLogger } from "fastify";
import { insertAuditEntry } from "../db/audit.ts";
import type { Database } from "../db/connect.ts";
import { AppError } from "../errors/app-error.ts";
import { type Draft, toRow } from "./audited.ts";

/** What one may not do, and what one may not see or is not there. */
const BY_RIGHT = new Set(["FORBIDDEN", "NOT_FOUND"]);
/**
 * Where a refusal means that somebody had the wrong key. Of `user.login` every one, as those are throttled, of the others those
 * about somebody who is known. Too many are not written down: those before them were.
 */
const BY_KEY = new Set(["user.login", "user.msLogin", "user.resetPassword", "user.changeOwnPassword"]);
const WRONG_KEY = new Set(["UNAUTHORIZED", "BAD_REQUEST"]);

/**
 * Writes a refusal down: of somebody's rights, or a sign-in that failed. Not what nobody in particular was refused, or anyone
 * could fill the log. What was typed is never kept.
 */
export async function recordRefusal(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  draft: Draft,
  error: TRPCError,
): Promise<void> {
  const entry = entryOf(draft, error);
  if (!entry) return;
  try {
    await insertAuditEntry(db, toRow(entry));
  } catch (cause) {
    // The refusal stands all the same.
    log.error({ err: cause }, "a refusal could not be written to the audit log");
  }
}

function entryOf(draft: Draft, error: TRPCError): Draft | null {
  const { action, actor } = draft;
  const details = { code: error.code };
  // What was about to change did not.
  const refused = { ...draft, details, changed: [] };
  if (BY_KEY.has(action) && WRONG_KEY.has(error.code) && error instanceof AppError) {
    const isKnown = action === "user.login" || draft.subject !== null || actor !== null;
    return isKnown ? { ...refused, action: `${action}.failed`, named: null } : null;
  }
  return actor && BY_RIGHT.has(error.code) ? { ...refused, kind: "refusal" } : null;
}
