import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { generateVisitSecret, hashSecret, linkSidOf } from "../../auth/evidence-token.ts";
import { verifyPassword } from "../../auth/password.ts";
import { beginEvidenceOpening } from "../../auth/throttle.ts";
import type { Database } from "../../db/connect.ts";
import { type OpenLink, findOpenLink, findVisitedLink, insertVisit } from "../../db/evidence-links.ts";
import { AppError } from "../../errors/app-error.ts";
import type { OperationContext } from "../context.ts";

export const openEvidenceLinkInput = z.object({
  token: z.string().min(1).max(200),
  passcode: z.string().max(100).optional(),
});

/** `secret` is for the visit's cookie. */
export type Opened = { needsPasscode: true } | { needsPasscode: false; secret: string };

const VISIT_MS = 12 * 3_600_000;

/** The same answer for unknown, expired and revoked links: it does not tell whether a link ever existed. */
const ended = (): AppError =>
  new AppError("NOT_FOUND", "This link does not exist or is no longer valid. Ask for a new one.");

/**
 * Checks a link's token and passcode and begins a visit. A token is not guessable; wrong passcodes are limited for each link
 * and network, and for each link.
 */
export async function openEvidenceLink(
  { db, call }: OperationContext,
  { token, passcode }: z.infer<typeof openEvidenceLinkInput>,
  address: string,
): Promise<Opened> {
  const sid = linkSidOf(token);
  const attempt = await beginEvidenceOpening(db, { linkSid: sid, address });
  const link = sid === null ? null : await findOpenLink(db, sid);
  if (link === null || !timingSafeEqual(link.secretHash, hashSecret(token))) throw ended();
  if (link.passcodeHash !== null) {
    if (passcode === undefined) {
      await attempt.succeeded();
      // Opens nothing, so the log has no entry.
      await recordAudit(db, call);
      return { needsPasscode: true };
    }
    if (!(await verifyPassword(passcode, link.passcodeHash))) {
      throw new AppError("FORBIDDEN", "This passcode is wrong.", { subject: { kind: "evidence-link", sid: link.sid } });
    }
  }
  await attempt.succeeded();
  const secret = generateVisitSecret();
  const expiresAt = new Date(Math.min(link.expiresAt.getTime(), Date.now() + VISIT_MS));
  await db.transaction(async (tx) => {
    await insertVisit(tx, { secretHash: hashSecret(secret), linkSid: link.sid, expiresAt });
    const { projectSid, reportSid } = link;
    await recordAudit(tx, call, {
      subject: { kind: "evidence-link", sid: link.sid },
      projectSid,
      details: { report: reportSid },
    });
  });
  return { needsPasscode: false, secret };
}

/** The link of a visit, checked on every call: a revoked link ends at once. */
export async function requireVisit(db: Database, secret: string | null): Promise<OpenLink> {
  const link = secret === null ? null : await findVisitedLink(db, hashSecret(secret));
  if (link === null) throw ended();
  return link;
}
