import { passkeyLoginInputSchema, verifySecondFactorInputSchema } from "@precount/domain";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { z } from "zod";
import { requestOptions } from "../../auth/factors/passkeys.ts";
import { issueTicket, readTicket, spendTicket } from "../../auth/factors/tickets.ts";
import { acceptPasskey, acceptProof } from "../../auth/factors/verify-proof.ts";
import { beginFactorCheck, beginPasskeySignIn } from "../../auth/throttle.ts";
import { findPasskey } from "../../db/factors.ts";
import { recordSignInWithoutPassword } from "../../db/sign-ins.ts";
import { readAccount } from "../../db/users.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Client, OperationContext } from "../context.ts";
import { type FindPreviousSession, type SignedIn, openUserSession } from "./login.ts";

export const verifySecondFactorInput = verifySecondFactorInputSchema;
export const passkeyLoginInput = passkeyLoginInputSchema;

/** The second step of a sign-in with a password. */
export async function verifySecondFactor(
  { db, call }: OperationContext,
  { ticket, proof }: z.infer<typeof verifySecondFactorInput>,
  client: Client,
  findPreviousSession: FindPreviousSession,
): Promise<SignedIn> {
  const begun = await readTicket(db, "second-factor", ticket);
  const { userSid, challenge, remember } = begun;
  if (userSid === null) throw wrongFactor();
  const attempt = await beginFactorCheck(db, userSid);
  const previous = await findPreviousSession();
  const signedIn = await db.transaction(async (tx) => {
    if (!(await acceptProof(tx, client, { userSid, challenge }, proof))) throw wrongFactor(userSid);
    await spendTicket(tx, begun);
    const account = await readAccount(tx, userSid);
    if (!account || !(await recordSignInWithoutPassword(tx, userSid))) throw wrongFactor(userSid);
    const details = { factor: proof.kind };
    return openUserSession(tx, call, { user: account.user, client, previous, remember, method: "password", details });
  });
  await attempt.succeeded();
  return signedIn;
}

export type PasskeySignIn = { ticket: string; options: PublicKeyCredentialRequestOptionsJSON };

/** Begins a sign-in with a passkey instead of a password. */
export async function beginPasskeyLogin({ db }: OperationContext, client: Client): Promise<PasskeySignIn> {
  await beginPasskeySignIn(db, client.address);
  const { ticket, challenge } = await issueTicket(db, "passkey-sign-in", { userSid: null });
  return { ticket, options: await requestOptions(client, challenge) };
}

/** Signs in with a passkey: the device and its lock are two factors. Every refused answer gets the same error. */
export async function passkeyLogin(
  { db, call }: OperationContext,
  { ticket, response, remember }: z.infer<typeof passkeyLoginInput>,
  client: Client,
  findPreviousSession: FindPreviousSession,
): Promise<SignedIn> {
  const begun = await readTicket(db, "passkey-sign-in", ticket);
  const attempt = await beginPasskeySignIn(db, client.address);
  const previous = await findPreviousSession();
  const signedIn = await db.transaction(async (tx) => {
    await spendTicket(tx, begun);
    const passkey = await findPasskey(tx, response.id);
    if (!passkey || !(await acceptPasskey(tx, client, begun.challenge, passkey, response))) {
      throw wrongPasskey(passkey?.userSid);
    }
    const account = await readAccount(tx, passkey.userSid);
    if (!account || !(await recordSignInWithoutPassword(tx, passkey.userSid))) throw wrongPasskey(passkey.userSid);
    return openUserSession(tx, call, { user: account.user, client, previous, remember, method: "passkey" });
  });
  await attempt.succeeded();
  return signedIn;
}

const refused = (message: string, userSid?: string): AppError =>
  new AppError("UNAUTHORIZED", message, userSid === undefined ? {} : { subject: { kind: "user", sid: userSid } });

const wrongFactor = (userSid?: string): AppError => refused("That was not accepted. Please try again.", userSid);

/** Browsers keep a passkey that was removed from its account and offer it again, so trying again may not help. */
const wrongPasskey = (userSid?: string): AppError =>
  refused("This passkey was not accepted. Sign in with your password or another passkey.", userSid);
