import { type AuthUser, loginInputSchema } from "@precount/domain";
import type { z } from "zod";
import { type AuditedCall, recordAudit } from "../../audit/record-audit.ts";
import { hashPassword, isWeak, verifyPassword } from "../../auth/password.ts";
import type { ActiveSession } from "../../auth/active-session.ts";
import { openSession } from "../../auth/sessions.ts";
import { beginSignIn } from "../../auth/throttle.ts";
import type { Transaction } from "../../db/connect.ts";
import { rememberDevice } from "../../db/known-devices.ts";
import { endSessions } from "../../db/sessions.ts";
import { recordSignIn } from "../../db/sign-ins.ts";
import { findAccount } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Client, OperationContext } from "../context.ts";

export const loginInput = loginInputSchema;

/** The session that a browser presents at a sign-in, which the sign-in replaces; read only when the sign-in succeeds. */
export type FindPreviousSession = () => Promise<ActiveSession | null>;

export type SignedIn = { user: AuthUser; session: { id: string; secret: string } };

/**
 * Signs in with a password. An unknown person, a wrong password and a blocked account get the same answer in the same time: it must
 * not reveal who has an account.
 */
export async function login(
  { db, call }: OperationContext,
  input: z.infer<typeof loginInput>,
  client: Client,
  findPreviousSession: FindPreviousSession,
): Promise<SignedIn> {
  const { address, deviceHash } = client;
  const attempt = await beginSignIn(db, { email: input.email, address, deviceHash });
  const account = await findAccount(db, input.email);
  const { passwordHash = null } = account ?? {};
  const isRight = await verifyPassword(input.password, passwordHash);
  if (!account || passwordHash === null || !isRight || account.isBlocked) throw wrongPassword(account?.user);
  const rehashed = isWeak(passwordHash) ? await hashPassword(input.password) : passwordHash;
  const previous = await findPreviousSession();
  const signedIn = await db.transaction(async (tx) => {
    if (!(await recordSignIn(tx, account.user.sid, { passwordHash, rehashed }))) throw wrongPassword(account.user);
    return openUserSession(tx, call, { user: account.user, client, previous, remember: input.remember });
  });
  await attempt.succeeded();
  return signedIn;
}

type NewSession = { user: AuthUser; client: Client; previous: ActiveSession | null; remember: boolean };

/** Ends the browser's previous session, as the secret changes at every sign-in (PD-43), and opens a new one. */
export async function openUserSession(
  tx: Transaction,
  call: AuditedCall | null,
  { user, client, previous, remember }: NewSession,
): Promise<SignedIn> {
  if (previous) await endSessions(tx, { userSid: previous.user.sid, id: previous.id });
  await rememberDevice(tx, user.sid, client.deviceHash);
  const session = await openSession(tx, user.sid, remember, client);
  await recordAudit(tx, call, { actor: { id: session.id, user }, subject: { kind: "user", sid: user.sid } });
  return { user, session };
}

const wrongPassword = (user: AuthUser | undefined): AppError =>
  new AppError("UNAUTHORIZED", "Wrong e-mail or password.", user && { subject: { kind: "user", sid: user.sid } });
