import { changeOwnPasswordInputSchema, resetPasswordInputSchema } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { hashPassword, verifyPassword } from "../../auth/password.ts";
import { readPasswordLink } from "../../auth/password-link.ts";
import { beginPasswordCheck } from "../../auth/throttle.ts";
import { dropPasswordLink, hasPasswordLink, usePasswordLink } from "../../db/password-links.ts";
import { endSessions } from "../../db/sessions.ts";
import { findAccount, readAccount, replacePassword, updateUser } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Context } from "../../rpc/context.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export const resetPasswordInput = resetPasswordInputSchema;
export const changeOwnPasswordInput = changeOwnPasswordInputSchema;

/** One answer for every link that does not work: whoever tries some learns nothing. */
const refused = (): AppError =>
  new AppError("BAD_REQUEST", "This link does not work any more. Please ask an admin for a new one.");

/** Sets the password that a link is for, uses the link up and ends the person's sessions (decisions 43 and 45). Signs nobody in. */
export async function resetPassword(
  { db }: Context,
  { email, password, token }: z.infer<typeof resetPasswordInput>,
): Promise<{ ok: true }> {
  const link = await readPasswordLink(db, token);
  if (link?.email !== email) throw refused();
  const account = await findAccount(db, email);
  if (!account || account.isBlocked) throw refused();
  const { sid } = account.user;
  noteAudit({ subject: { kind: "user", sid } });
  // Before the hash, which costs; and again with it, as two may come at once.
  if (!(await hasPasswordLink(db, sid, link.idHash))) throw refused();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    if (!(await usePasswordLink(tx, sid, link.idHash))) throw refused();
    await updateUser(tx, sid, { passwordHash });
    await endSessions(tx, { userSid: sid });
  });
  return { ok: true };
}

const wrongCurrent = (): AppError => new AppError("BAD_REQUEST", "The current password is wrong.");

/** With the current one; every other session of the person ends, and so does a link that somebody may have found. */
export async function changeOwnPassword(
  { db, session, reply }: SignedInContext,
  { current, password }: z.infer<typeof changeOwnPasswordInput>,
): Promise<{ ok: true }> {
  const { sid } = session.user;
  noteAudit({ subject: { kind: "user", sid } });
  const attempt = await beginPasswordCheck(db, sid, reply);
  const former = (await readAccount(db, sid))?.passwordHash ?? null;
  if (!(await verifyPassword(current, former)) || former === null) throw wrongCurrent();
  await attempt.succeeded();
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, sid, former, passwordHash))) throw wrongCurrent();
    await dropPasswordLink(tx, sid);
    await endSessions(tx, { userSid: sid, exceptId: session.id });
  });
  return { ok: true };
}
