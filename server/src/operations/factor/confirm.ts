import { confirmInputSchema } from "@precount/domain";
import type { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { RelyingParty } from "../../auth/factors/passkeys.ts";
import { readTicket, spendTicket } from "../../auth/factors/tickets.ts";
import { type Choices, acceptProof, offerProofs } from "../../auth/factors/verify-proof.ts";
import { verifyPassword } from "../../auth/password.ts";
import { beginFactorCheck, beginPasswordCheck } from "../../auth/throttle.ts";
import { listFactors } from "../../db/factors.ts";
import { confirmSession } from "../../db/sessions.ts";
import { readAccount } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";

/* A signed-in user proves again who they are, before a sensitive action (PD-117). */

export const confirmInput = confirmInputSchema;

export async function beginConfirmation({ db, session, call }: SignedInContext, party: RelyingParty): Promise<Choices> {
  const { sid } = session.user;
  const hasPassword = ((await readAccount(db, sid))?.passwordHash ?? null) !== null;
  const factors = await listFactors(db, sid);
  return db.transaction(async (tx) => {
    await recordAudit(tx, call, { subject: { kind: "user", sid } });
    return offerProofs(tx, party, "confirm", { userSid: sid, factors, hasPassword });
  });
}

export async function confirm(
  context: SignedInContext,
  { ticket, proof }: z.infer<typeof confirmInput>,
  party: RelyingParty,
): Promise<{ ok: true }> {
  const { db, session, call } = context;
  const userSid = session.user.sid;
  const subject = { kind: "user", sid: userSid };
  const wrong = (message: string): AppError => new AppError("BAD_REQUEST", message, { subject });
  const begun = await readTicket(db, "confirm", ticket, userSid);
  const isPassword = proof.kind === "password";
  const attempt = await (isPassword ? beginPasswordCheck(db, userSid) : beginFactorCheck(db, userSid));
  if (isPassword) {
    const hash = (await readAccount(db, userSid))?.passwordHash ?? null;
    if (!(await verifyPassword(proof.password, hash)) || hash === null) throw wrong("The password is wrong.");
  }
  await db.transaction(async (tx) => {
    if (!isPassword && !(await acceptProof(tx, party, { userSid, challenge: begun.challenge }, proof))) {
      throw wrong("That was not accepted. Please try again.");
    }
    await spendTicket(tx, begun);
    await confirmSession(tx, session.id);
    await recordAudit(tx, call, { subject, details: { proof: proof.kind } });
  });
  await attempt.succeeded();
  return { ok: true };
}
