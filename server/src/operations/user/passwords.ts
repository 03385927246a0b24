import { changeOwnPasswordInputSchema, resetPasswordInputSchema } from "@precount/domain";
import type { z } from "zod";
import { rejectLeakedPassword } from "../../auth/leaked-passwords.ts";
import { hashPassword, verifyPassword } from "../../auth/password.ts";
import { readPasswordLink } from "../../auth/password-link.ts";
import { beginPasswordCheck } from "../../auth/throttle.ts";
import { deleteTickets } from "../../db/auth-tickets.ts";
import { deletePasswordLink, hasPasswordLink, consumePasswordLink } from "../../db/password-links.ts";
import { endSessions } from "../../db/sessions.ts";
import { findAccount, readAccount } from "../../db/users.ts";
import { recordSignIn, replacePassword, setPassword } from "../../db/sign-ins.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Client, OperationContext, SignedInContext } from "../context.ts";
import { type Subject, recordAudit } from "../../audit/record-audit.ts";
import { type FindPreviousSession, type SignInStep, openSessionOrAskFactor } from "./login.ts";

export const resetPasswordInput = resetPasswordInputSchema;
export const changeOwnPasswordInput = changeOwnPasswordInputSchema;

/** The same error for every link that does not work: it must not reveal which e-mails have an account. */
const linkRefused = (subject?: Subject): AppError =>
  new AppError("BAD_REQUEST", "This link no longer works. Please ask an admin for a new one.", subject && { subject });

/** Replacing a generated password with itself would end its expiry while terminals and logs still keep it (PD-177). */
const samePassword = (subject: Subject): AppError =>
  new AppError("BAD_REQUEST", "This is the password that you have now. Please choose another one", { subject });

/**
 * Sets the password that a link is for, consumes the link, ends the person's sessions (PD-43, PD-45) and signs in: the link and the new
 * password prove as much as a sign-in with them would (PD-141). A person with a second factor is asked for it first.
 */
export async function resetPassword(
  { db, call }: OperationContext,
  { email, password, token }: z.infer<typeof resetPasswordInput>,
  client: Client,
  findPreviousSession: FindPreviousSession,
): Promise<SignInStep> {
  const link = await readPasswordLink(db, token);
  if (link?.email !== email) throw linkRefused();
  const account = await findAccount(db, email);
  if (!account || account.isBlocked) throw linkRefused();
  const { user } = account;
  const subject = { kind: "user", sid: user.sid };
  // Checked before the hash, which is expensive, and again in the transaction, because of concurrent calls.
  if (!(await hasPasswordLink(db, user.sid, link.idHash))) throw linkRefused(subject);
  await rejectLeakedPassword(password);
  const isGenerated = account.passwordExpiresAt !== null;
  if (isGenerated && (await verifyPassword(password, account.passwordHash))) throw samePassword(subject);
  const passwordHash = await hashPassword(password);
  const previous = await findPreviousSession();
  return db.transaction(async (tx) => {
    if (!(await consumePasswordLink(tx, user.sid, link.idHash))) throw linkRefused(subject);
    await setPassword(tx, user.sid, passwordHash);
    // False if the user was blocked since the check above.
    if (!(await recordSignIn(tx, user.sid, { passwordHash, rehashed: passwordHash }))) throw linkRefused(subject);
    await deleteTickets(tx, user.sid);
    await endSessions(tx, { userSid: user.sid });
    return openSessionOrAskFactor(tx, call, { user, client, previous, remember: false });
  });
}

/** Changes the own password with the current one. Ends the person's other sessions and deletes their set-password link. */
export async function changeOwnPassword(
  { db, session, call }: SignedInContext,
  { current, password }: z.infer<typeof changeOwnPasswordInput>,
): Promise<{ ok: true }> {
  const { sid } = session.user;
  const subject = { kind: "user", sid };
  const wrongPassword = (): AppError => new AppError("BAD_REQUEST", "The current password is wrong.", { subject });
  const attempt = await beginPasswordCheck(db, sid);
  const currentHash = (await readAccount(db, sid))?.passwordHash ?? null;
  if (!(await verifyPassword(current, currentHash)) || currentHash === null) throw wrongPassword();
  await attempt.succeeded();
  if (password === current) throw samePassword(subject);
  await rejectLeakedPassword(password);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, sid, currentHash, passwordHash))) throw wrongPassword();
    await deletePasswordLink(tx, sid);
    await deleteTickets(tx, sid);
    await endSessions(tx, { userSid: sid, exceptId: session.id });
    await recordAudit(tx, call, { subject });
  });
  return { ok: true };
}
