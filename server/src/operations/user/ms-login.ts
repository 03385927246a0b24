import { type AuthUser, type LoginResponse, type SignInOptions, msLoginInputSchema } from "@precount/domain";
import type { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { deviceOfRequest, setDeviceCookie } from "../../auth/device-cookie.ts";
import { setSessionCookie } from "../../auth/session-cookie.ts";
import { findSession, openSession } from "../../auth/sessions.ts";
import { beginTokenSignIn } from "../../auth/throttle.ts";
import { beginWorkSignIn, endWorkSignIn, presentedWorkSignIn } from "../../auth/work-account/nonce.ts";
import type { WorkAccountProvider } from "../../auth/work-account/provider.ts";
import { TokenRefusal, type WorkPerson, verifyIdToken } from "../../auth/work-account/verify-id-token.ts";
import type { Transaction } from "../../db/connect.ts";
import { rememberDevice } from "../../db/known-devices.ts";
import { endSessions } from "../../db/sessions.ts";
import { findAccount, readAccount, readUser } from "../../db/users.ts";
import { deleteWorkAccounts, findWorkAccount, insertWorkAccount, noteWorkSignIn } from "../../db/work-accounts.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { Context } from "../../rpc/context.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

export const msLoginInput = msLoginInputSchema;

/** What the sign-in page offers besides a password; nothing of it is secret. */
export function signInOptions({ workAccount }: Context): SignInOptions {
  if (!workAccount) return { workAccount: null };
  const { name, clientId, issuer, domainHint } = workAccount.settings;
  return { workAccount: { name, clientId, authority: issuer, domainHint } };
}

/** Begins a sign-in by a work account: the nonce that its token must hold, good once, for minutes, in this browser. */
export async function msNonce(ctx: Context): Promise<{ nonce: string }> {
  requireProvider(ctx);
  return { nonce: await beginWorkSignIn(ctx.db, ctx.reply, ctx.config) };
}

/**
 * Signs in whom the provider's id token is about. One answer for every token that proves nothing, and one for everybody an admin
 * did not let in: somebody unknown, somebody blocked, somebody whose e-mail is not sure to be theirs.
 */
export async function msLogin(ctx: Context, { idToken }: z.infer<typeof msLoginInput>): Promise<LoginResponse> {
  const { db, config, request, reply } = ctx;
  const provider = requireProvider(ctx);
  const attempt = await beginTokenSignIn(db, request.ip, reply);
  const person = await verified(ctx, provider, idToken);
  const device = deviceOfRequest(request, config);
  const former = await findSession(ctx, request, { csrf: "not needed" });
  const { user, session } = await db.transaction(async (tx) => {
    const account = await accountOf(tx, person);
    if (account) noteAudit({ subject: { kind: "user", sid: account.sid } });
    if (!account || !(await noteWorkSignIn(tx, account.sid))) throw notLetIn();
    // As with a password: the secret is new with every sign-in (decision 43).
    if (former) await endSessions(tx, { userSid: former.user.sid, id: former.id });
    await rememberDevice(tx, account.sid, device.hash);
    const from = { address: request.ip, userAgent: request.headers["user-agent"] };
    const session = await openSession(tx, account.sid, false, from);
    noteAudit({ actor: { id: session.id, user: account } });
    return { user: account, session };
  });
  await attempt.succeeded();
  setSessionCookie(reply, config, session.secret, false);
  setDeviceCookie(reply, config, device);
  return { user, session: { id: session.id } };
}

/** Lets somebody sign in with another work account of the provider, such as after it made them anew. */
export async function forgetWorkAccount({ db }: SignedInContext, sid: string): Promise<{ forgotten: number }> {
  if (!(await readUser(db, sid))) throw notFound("user");
  return { forgotten: await deleteWorkAccounts(db, sid) };
}

function requireProvider({ workAccount }: Context): WorkAccountProvider {
  if (workAccount) return workAccount;
  throw new AppError(
    "PRECONDITION_FAILED",
    "No work-account provider is set up here. Sign in with your e-mail and password.",
  );
}

async function verified(ctx: Context, provider: WorkAccountProvider, idToken: string): Promise<WorkPerson> {
  const { db, config, request, reply, log } = ctx;
  try {
    const signIn = await presentedWorkSignIn(db, request, config);
    if (!signIn) throw new TokenRefusal("no sign-in has begun in this browser, or too long ago");
    const person = await verifyIdToken(provider, idToken, signIn.nonce);
    if (!(await endWorkSignIn(db, reply, config, signIn))) throw new TokenRefusal("its sign-in has ended");
    return person;
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error;
    log.info({ reason: error.message }, "a work account's token was refused");
    throw new AppError("UNAUTHORIZED", "This sign-in could not be verified. Please begin it again.");
  }
}

/** The account an admin made for this person; the first time by their e-mail, from then on by what the provider calls them. */
async function accountOf(tx: Transaction, { issuer, subject, email }: WorkPerson): Promise<AuthUser | null> {
  const known = await findWorkAccount(tx, { issuer, subject });
  if (known !== null) return (await readAccount(tx, known))?.user ?? null;
  const account = email === null ? null : await findAccount(tx, email);
  if (!account || account.isBlocked) return null;
  await insertWorkAccount(tx, { issuer, subject, userSid: account.user.sid });
  // Another's by now, or this person has another work account: neither is for us to change.
  return (await findWorkAccount(tx, { issuer, subject })) === account.user.sid ? account.user : null;
}

const notLetIn = (): AppError =>
  new AppError("UNAUTHORIZED", "This work account may not sign in here. Ask an admin to let you in.");
