import {
  type AuthUser,
  FIRST_PASSWORD_DAYS,
  type SignInMethod,
  isPasswordExpired,
  loginInputSchema,
  mustAddFactor,
} from "@precount/domain";
import type { z } from "zod";
import { type AuditedCall, recordAudit } from "../../audit/record-audit.ts";
import { hashPassword, isWeak, verifyPassword } from "../../auth/password.ts";
import type { ActiveSession } from "../../auth/active-session.ts";
import { type Choices, offerProofs } from "../../auth/factors/verify-proof.ts";
import { openSession } from "../../auth/sessions.ts";
import { beginSignIn } from "../../auth/throttle.ts";
import type { Transaction } from "../../db/connect.ts";
import { listFactors } from "../../db/factors.ts";
import { rememberDevice } from "../../db/known-devices.ts";
import { endSessions } from "../../db/sessions.ts";
import { readSignInPolicy } from "../../db/sign-in-policy.ts";
import { recordSignIn } from "../../db/sign-ins.ts";
import { findAccount } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Client, OperationContext } from "../context.ts";

export const loginInput = loginInputSchema;

/** The session that a browser presents at a sign-in, which the sign-in replaces; read only when the sign-in succeeds. */
export type FindPreviousSession = () => Promise<ActiveSession | null>;

export type SignedIn = {
  user: AuthUser;
  session: { id: string; secret: string };
  remember: boolean;
  /** The session may do nothing but add a second factor (PD-114). */
  mustAddFactor: boolean;
};

/** A right password of a user with a second factor opens no session yet. */
export type SignInStep = SignedIn | { secondFactor: Choices };

/**
 * Signs in with a password. An unknown person, a wrong password and a blocked account get the same answer in the same time: it must
 * not reveal who has an account. Only the answer to the right password says that it has expired (PD-177).
 */
export async function login(
  { db, call }: OperationContext,
  input: z.infer<typeof loginInput>,
  client: Client,
  findPreviousSession: FindPreviousSession,
): Promise<SignInStep> {
  const { address, deviceHash } = client;
  const attempt = await beginSignIn(db, { email: input.email, address, deviceHash });
  const account = await findAccount(db, input.email);
  const { passwordHash = null } = account ?? {};
  const isRight = await verifyPassword(input.password, passwordHash);
  if (!account || passwordHash === null || !isRight || account.isBlocked) throw wrongPassword(account?.user);
  if (isPasswordExpired(account.passwordExpiresAt, new Date())) throw passwordExpired(account.user);
  const rehashed = isWeak(passwordHash) ? await hashPassword(input.password) : passwordHash;
  const previous = await findPreviousSession();
  const signedIn = await db.transaction(async (tx): Promise<SignInStep> => {
    const { user } = account;
    if (!(await recordSignIn(tx, user.sid, { passwordHash, rehashed }))) throw wrongPassword(user);
    return openSessionOrAskFactor(tx, call, { user, client, previous, remember: input.remember });
  });
  await attempt.succeeded();
  return signedIn;
}

/** After the right password: opens a session, or asks for the second factor of a user who has one. */
export async function openSessionOrAskFactor(
  tx: Transaction,
  call: AuditedCall | null,
  asked: Omit<NewSession, "method" | "details">,
): Promise<SignInStep> {
  const { user, client, remember } = asked;
  const factors = await listFactors(tx, user.sid);
  if (factors.length === 0) return openUserSession(tx, call, { ...asked, method: "password" });
  const step = { userSid: user.sid, factors, hasPassword: false, remember };
  const secondFactor = await offerProofs(tx, client, "second-factor", step);
  await recordAudit(tx, call, { subject: { kind: "user", sid: user.sid }, details: { asksFor: "second factor" } });
  return { secondFactor };
}

type NewSession = {
  user: AuthUser;
  client: Client;
  previous: ActiveSession | null;
  remember: boolean;
  method: SignInMethod;
  /** For the audit log. */
  details?: Record<string, unknown>;
};

/** Ends the browser's previous session, as the secret changes at every sign-in (PD-43), and opens a new one. */
export async function openUserSession(
  tx: Transaction,
  call: AuditedCall | null,
  { user, client, previous, remember, method, details = {} }: NewSession,
): Promise<SignedIn> {
  if (previous) await endSessions(tx, { userSid: previous.user.sid, id: previous.id });
  await rememberDevice(tx, user.sid, client.deviceHash);
  const session = await openSession(tx, user.sid, remember, { ...client, method });
  await recordAudit(tx, call, { actor: { id: session.id, user }, subject: { kind: "user", sid: user.sid }, details });
  const hasFactor = (await listFactors(tx, user.sid)).length > 0;
  const policy = await readSignInPolicy(tx);
  return { user, session, remember, mustAddFactor: mustAddFactor(policy, { role: user.role, method, hasFactor }) };
}

const wrongPassword = (user: AuthUser | undefined): AppError =>
  new AppError("UNAUTHORIZED", "Wrong e-mail or password.", user && { subject: { kind: "user", sid: user.sid } });

const passwordExpired = ({ sid, email }: AuthUser): AppError =>
  new AppError(
    "UNAUTHORIZED",
    `This password has expired: it was generated at the first start and not replaced within ${FIRST_PASSWORD_DAYS} days. Set a new one ` +
      `with a set-password link. Another admin can create it, or on the server: precount user password-link ${email}`,
    { subject: { kind: "user", sid }, details: { step: "set-password" } },
  );
