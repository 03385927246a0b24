import { type Outcome, type UserRow, may, roleSchema, sidSchema, userCan, userNameSchema } from "@precount/domain";
import { z } from "zod";
import { revokeTokens } from "../../db/api-tokens.ts";
import { deleteTickets } from "../../db/auth-tickets.ts";
import type { Transaction } from "../../db/connect.ts";
import { deletePasswordLink } from "../../db/password-links.ts";
import { endSessions } from "../../db/sessions.ts";
import { lockAccount } from "../../db/lock-account.ts";
import { readUser, updateUser } from "../../db/users.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const byUser = z.object({ sid: sidSchema });
export const setRoleInput = byUser.extend({ role: roleSchema });

export const renameUserInput = byUser.extend({ name: userNameSchema });

type Held = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** Changes an account that domain's rule allows to change. Both accounts are locked: the caller must still be an admin. */
async function changeAccount(
  { db, session, call }: SignedInContext,
  sid: string,
  rule: (held: Held) => Outcome<true>,
  change: (tx: Transaction) => Promise<unknown>,
  detailsOf: (held: Held) => Record<string, unknown> = () => ({}),
): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const held = await lockAccount(tx, sid, session.user.sid);
    if (!held) throw notFound("user");
    if (held.actor.isBlocked) throw new AppError("UNAUTHORIZED", "Please sign in.");
    unwrapOrThrow(rule(held));
    await change(tx);
    await recordAudit(tx, call, { details: detailsOf(held) });
    const row = await readUser(tx, sid);
    if (!row) throw notFound("user");
    return row;
  });
}

/** Blocks a person; ends their sessions and tokens and deletes their set-password link. */
export const blockUser = (context: SignedInContext, sid: string): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.block(account, actor),
    async (tx) => {
      await updateUser(tx, sid, { isBlocked: true });
      await deleteTickets(tx, sid);
      await endSessions(tx, { userSid: sid });
      await revokeTokens(tx, { userSid: sid, by: context.session.user.sid });
      await deletePasswordLink(tx, sid);
    },
  );

export const unblockUser = (context: SignedInContext, sid: string): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.unblock(account, actor),
    (tx) => updateUser(tx, sid, { isBlocked: false }),
  );

/** Changes a person's role and ends their sessions, so that no session keeps the old rights (PD-43). */
export const setRole = (context: SignedInContext, { sid, role }: z.infer<typeof setRoleInput>): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ account, actor }) => userCan.setRole(account, role, actor),
    async (tx) => {
      await updateUser(tx, sid, { role });
      await endSessions(tx, { userSid: sid });
    },
    () => ({ role }),
  );

/** Corrects a person's name. Audit entries keep the former name, and so does the line 'Created by' of reports. */
export const renameUser = (
  context: SignedInContext,
  { sid, name }: z.infer<typeof renameUserInput>,
): Promise<UserRow> =>
  changeAccount(
    context,
    sid,
    ({ actor }) => may(actor, "user.change"),
    (tx) => updateUser(tx, sid, { name }),
    ({ user }) => ({ formerName: user.name, name }),
  );
