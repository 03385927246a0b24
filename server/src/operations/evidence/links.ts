import { type EvidenceLink, newEvidenceLinkSchema, sidSchema } from "@precount/domain";
import type { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { generateEvidenceToken } from "../../auth/evidence-token.ts";
import { hashPassword } from "../../auth/password.ts";
import {
  hasEvidenceLink,
  insertEvidenceLink,
  listEvidenceLinks,
  revokeEvidenceLink as revoke,
} from "../../db/evidence-links.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { findVisibleReport, reportAddress } from "../report/report-views.ts";

type Address = z.infer<typeof reportAddress>;

export const createEvidenceLinkInput = reportAddress.extend(newEvidenceLinkSchema.shape);
export const revokeEvidenceLinkInput = reportAddress.extend({ sid: sidSchema });

/** `token` is shown once and not stored. */
export type NewEvidenceLinkAnswer = { token: string; sid: string };

const DAY_MS = 24 * 3_600_000;

/** Creates a read-only link to a report (PD-144). The audit entry names neither token nor passcode. */
export async function createEvidenceLink(
  ctx: SignedInContext,
  { name, expiresInDays, passcode, ...address }: z.infer<typeof createEvidenceLinkInput>,
): Promise<NewEvidenceLinkAnswer> {
  const report = await findVisibleReport(ctx, address);
  const { sid, token, secretHash } = generateEvidenceToken();
  const passcodeHash = passcode === undefined ? null : await hashPassword(passcode);
  const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS);
  const projectSid = report.event.sid;
  await ctx.db.transaction(async (tx) => {
    await insertEvidenceLink(tx, {
      sid,
      reportSid: report.sid,
      projectSid,
      name,
      secretHash,
      passcodeHash,
      createdBy: ctx.session.user.sid,
      expiresAt,
    });
    await recordAudit(tx, ctx.call, {
      subject: { kind: "evidence-link", sid },
      projectSid,
      details: { report: report.sid, version: report.version, name, expiresInDays, hasPasscode: passcodeHash !== null },
    });
  });
  return { token, sid };
}

/** The links of a report, newest first. */
export async function fetchEvidenceLinks(ctx: SignedInContext, address: Address): Promise<EvidenceLink[]> {
  return listEvidenceLinks(ctx.db, (await findVisibleReport(ctx, address)).sid);
}

/** Revokes a link at once, in browsers that have it open too. */
export async function revokeEvidenceLink(
  ctx: SignedInContext,
  { sid, ...address }: z.infer<typeof revokeEvidenceLinkInput>,
): Promise<{ sid: string }> {
  const report = await findVisibleReport(ctx, address);
  const subject = { kind: "evidence-link", sid };
  await ctx.db.transaction(async (tx) => {
    const isRevoked = await revoke(tx, { sid, reportSid: report.sid, by: ctx.session.user.sid });
    if (!isRevoked && (await hasEvidenceLink(tx, { sid, reportSid: report.sid }))) {
      throw new AppError("CONFLICT", "This link is revoked already.", { subject });
    }
    if (!isRevoked) throw notFound("evidence link", { subject });
    await recordAudit(tx, ctx.call, { subject, projectSid: report.event.sid });
  });
  return { sid };
}
