import { type AuthUser, type SignInOptions, msLoginInputSchema } from "@precount/domain";
import type { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { beginTokenSignIn } from "../../auth/throttle.ts";
import type { WorkSignIn } from "../../auth/work-account/nonce.ts";
import type { WorkAccountProvider } from "../../auth/work-account/provider.ts";
import { InvalidTokenError, type WorkIdentity, verifyIdToken } from "../../auth/work-account/verify-id-token.ts";
import type { Transaction } from "../../db/connect.ts";
import { recordSignInWithoutPassword } from "../../db/sign-ins.ts";
import { findAccount, readAccount, readUser } from "../../db/users.ts";
import { deleteWorkAccounts, findWorkAccount, insertWorkAccount } from "../../db/work-accounts.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { Client, OperationContext, Services, SignedInContext } from "../context.ts";
import { type FindPreviousSession, type SignedIn, openUserSession } from "./login.ts";

export const msLoginInput = msLoginInputSchema;

/** The sign-in options besides a password, all public. */
export function signInOptions({ workAccount }: Pick<Services, "workAccount">): SignInOptions {
  if (!workAccount) return { workAccount: null };
  const { name, clientId, issuer, domainHint } = workAccount.settings;
  return { workAccount: { name, clientId, authority: issuer, domainHint } };
}

/** The sign-in that the browser has begun with `msNonce`. The transport keeps it in a cookie. */
type BrowserSignIn = {
  read(): Promise<WorkSignIn | null>;
  /** False when another call has used it. */
  consume(signIn: WorkSignIn): Promise<boolean>;
};

type Browser = { client: Client; signIn: BrowserSignIn; findPreviousSession: FindPreviousSession };

/**
 * Signs in the person of the provider's id token. Every invalid token gets the same answer, and so does everyone whom no admin let in:
 * an unknown person, a blocked account, an e-mail that the provider has not verified.
 */
export async function msLogin(
  context: OperationContext,
  { idToken }: z.infer<typeof msLoginInput>,
  { client, signIn, findPreviousSession }: Browser,
): Promise<SignedIn> {
  const { db, call } = context;
  const provider = requireProvider(context);
  const attempt = await beginTokenSignIn(db, client.address);
  const identity = await verifyIdentity(context, provider, idToken, signIn);
  const previous = await findPreviousSession();
  const signedIn = await db.transaction(async (tx) => {
    const user = await findOrLinkUser(tx, identity);
    if (!user || !(await recordSignInWithoutPassword(tx, user.sid))) throw notLetIn(user);
    return openUserSession(tx, call, { user, client, previous, remember: false, method: "work-account" });
  });
  await attempt.succeeded();
  return signedIn;
}

/** Unlinks a person's work account, so that they can sign in with another one, such as after the provider recreated it. */
export async function forgetWorkAccount({ db, call }: SignedInContext, sid: string): Promise<{ forgotten: number }> {
  return db.transaction(async (tx) => {
    if (!(await readUser(tx, sid))) throw notFound("user");
    const forgotten = await deleteWorkAccounts(tx, sid);
    await recordAudit(tx, call);
    return { forgotten };
  });
}

/** Throws PRECONDITION_FAILED without a work-account provider. */
export function requireProvider({ workAccount }: Pick<Services, "workAccount">): WorkAccountProvider {
  if (workAccount) return workAccount;
  throw new AppError(
    "PRECONDITION_FAILED",
    "No work-account provider is set up here. Sign in with your e-mail and password.",
  );
}

async function verifyIdentity(
  { log }: Pick<Services, "log">,
  provider: WorkAccountProvider,
  idToken: string,
  signIn: BrowserSignIn,
): Promise<WorkIdentity> {
  try {
    const begun = await signIn.read();
    if (!begun) throw new InvalidTokenError("no sign-in has begun in this browser, or it has expired");
    const identity = await verifyIdToken(provider, idToken, begun.nonce);
    if (!(await signIn.consume(begun))) throw new InvalidTokenError("its sign-in has ended");
    return identity;
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    log.info({ reason: error.message }, "a work account's token was refused");
    throw new AppError("UNAUTHORIZED", "This sign-in could not be verified. Please start it again.");
  }
}

/** The user of a work account. The first sign-in finds the user by e-mail and links the work account; later ones use the link. */
async function findOrLinkUser(tx: Transaction, { issuer, subject, email }: WorkIdentity): Promise<AuthUser | null> {
  const linked = await findWorkAccount(tx, { issuer, subject });
  if (linked !== null) return (await readAccount(tx, linked))?.user ?? null;
  const account = email === null ? null : await findAccount(tx, email);
  if (!account || account.isBlocked) return null;
  await insertWorkAccount(tx, { issuer, subject, userSid: account.user.sid });
  // The insert does nothing when a concurrent sign-in linked this work account, or when the user has another one.
  return (await findWorkAccount(tx, { issuer, subject })) === account.user.sid ? account.user : null;
}

const notLetIn = (user: AuthUser | null): AppError =>
  new AppError(
    "UNAUTHORIZED",
    "This work account may not sign in here. Ask an admin for access.",
    user === null ? {} : { subject: { kind: "user", sid: user.sid } },
  );
