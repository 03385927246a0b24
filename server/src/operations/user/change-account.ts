import { type Outcome, type UserRow, roleSchema, sidSchema, userCan } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { revokeTokens } from "../../db/api-tokens.ts";
import type { Transaction } from "../../db/connect.ts";
import { dropPasswordLink } from "../../db/password-links.ts";
import { endSessions } from "../../db/sessions.ts";
import { lockAccount, readUser, updateUser } from "../../db/users.ts";
import { AppError, notFound, orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export const byUser = z.object({ sid: sidSchema });
export const setRoleInput = byUser.extend({ role: roleSchema });

type Held = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** One change to somebody's account by domain's rule; the admin who asks must be one still, and nobody else changes either meanwhile. */
async function changeAccount(
  { db, session }: SignedInContext,
  sid: string,
  rule: (held: Held) => Outcome<true>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const held = await lockAccount(tx, sid, session.user.sid);
    if (!held) throw notFound("user");
    if (held.actor.isBlocked) throw new AppError("UNAUTHORIZED", "Please sign in.");
    orRefuse(rule(held));
    await change(tx);
    const row = await readUser(tx, sid);
    if (!row) throw notFound("user");
    return row;
  });
}

/** Ends all of the person's sessions and tokens, and their set-password link. */
export const blockUser = (context: SignedInContext, sid: string): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.block(account, actor),
    async (tx) => {
      await updateUser(tx, sid, { isBlocked: true });
      await endSessions(tx, { userSid: sid });
      await revokeTokens(tx, { userSid: sid, by: context.session.user.sid });
      await dropPasswordLink(tx, sid);
    },
  );

export const unblockUser = (context: SignedInContext, sid: string): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.unblock(account, actor),
    (tx) => updateUser(tx, sid, { isBlocked: false }),
  );

/** Ends the person's sessions: the next one has the new rights from its first moment (decision 43). */
export const setRole = (context: SignedInContext, { sid, role }: z.infer<typeof setRoleInput>): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.setRole(account, role, actor),
    async (tx) => {
      noteAudit({ details: { role } });
      await updateUser(tx, sid, { role });
      await endSessions(tx, { userSid: sid });
    },
  );
