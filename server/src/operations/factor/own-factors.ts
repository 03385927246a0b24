import {
  MAX_FACTORS,
  type OwnFactors,
  addPasskeyInputSchema,
  addTotpInputSchema,
  mustAddFactor,
  renameFactorInputSchema,
  sidSchema,
} from "@precount/domain";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { decryptFor, encryptFor } from "../../auth/encrypt.ts";
import { type RelyingParty, registrationOptions, verifyNewPasskey } from "../../auth/factors/passkeys.ts";
import { makeRecoveryCodes } from "../../auth/factors/recovery-codes.ts";
import { issueTicket, readTicket, spendTicket } from "../../auth/factors/tickets.ts";
import { describeTotpSecret, generateTotpSecret, stepOfCode } from "../../auth/factors/totp.ts";
import { beginFactorCheck } from "../../auth/throttle.ts";
import type { Queryable, Transaction } from "../../db/connect.ts";
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  listFactors,
  renameFactor as rename,
  replaceRecoveryCodes,
  toFactorRow,
} from "../../db/factors.ts";
import { lockAccount } from "../../db/lock-account.ts";
import { readSignInPolicy } from "../../db/sign-in-policy.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { qrModules } from "../area-tag/code-modules.ts";
import type { SignedInContext } from "../context.ts";

/* The second factors of the caller's own account (PD-113). */

export const addTotpInput = addTotpInputSchema;
export const addPasskeyInput = addPasskeyInputSchema;
export const renameFactorInput = renameFactorInputSchema;
export const byFactor = z.object({ sid: sidSchema });

/** `recoveryCodes` are shown once: with the user's first factor, or when new ones are made. */
export type AddedFactor = { recoveryCodes: string[] | null };

export async function fetchFactors({ db, session }: SignedInContext): Promise<OwnFactors> {
  const { sid, role } = session.user;
  const policy = await readSignInPolicy(db);
  return {
    factors: (await listFactors(db, sid)).map(toFactorRow),
    recoveryCodesLeft: await countRecoveryCodes(db, sid),
    isRequired: mustAddFactor(policy, { role, method: session.signIn?.method ?? "password", hasFactor: false }),
  };
}

export type NewTotp = {
  ticket: string;
  /** For typing into the app. */
  secret: string;
  /** The address as a QR code: rows of modules, `1` for a dark one. */
  qr: string[];
};

/** Begins to add an authenticator app. The secret counts only after a code has proved that the app has it. */
export async function beginTotp({ db, session, call }: SignedInContext): Promise<NewTotp> {
  const { sid: userSid, email } = session.user;
  const secret = generateTotpSecret();
  const { ticket } = await db.transaction(async (tx) => {
    await recordAudit(tx, call, { subject: { kind: "user", sid: userSid } });
    return issueTicket(tx, "add-totp", { userSid, totpSecret: await encryptFor(tx, userSid, secret) });
  });
  const { secret: typed, uri } = describeTotpSecret(secret, email);
  return { ticket, secret: typed, qr: await toQrRows(uri) };
}

async function toQrRows(text: string): Promise<string[]> {
  const code = await qrModules(text);
  return Array.from({ length: code.rows }, (_, row) =>
    Array.from({ length: code.columns }, (_module, column) => (code.isDark(column, row) ? "1" : "0")).join(""),
  );
}

export async function addTotp(context: SignedInContext, input: z.infer<typeof addTotpInput>): Promise<AddedFactor> {
  const { db, session } = context;
  const userSid = session.user.sid;
  const begun = await readTicket(db, "add-totp", input.ticket, userSid);
  const attempt = await beginFactorCheck(db, userSid);
  const secret = await decryptFor(db, userSid, begun.totpSecret ?? Buffer.alloc(0));
  const step = stepOfCode(secret, input.code);
  if (step === null) {
    throw new AppError("BAD_REQUEST", "This code does not fit. Enter the code that the app shows now.");
  }
  const added = await addFactor(context, { name: input.name, kind: "totp" }, async (tx, row) => {
    await spendTicket(tx, begun);
    const totpSecret = await encryptFor(tx, userSid, secret);
    return insertFactor(tx, { ...row, kind: "totp", totpSecret, totpLastStep: step });
  });
  await attempt.succeeded();
  return added;
}

export type PasskeyCreation = { ticket: string; options: PublicKeyCredentialCreationOptionsJSON };

export async function beginPasskey(
  { db, session, call }: SignedInContext,
  party: RelyingParty,
): Promise<PasskeyCreation> {
  const { user } = session;
  return db.transaction(async (tx) => {
    await recordAudit(tx, call, { subject: { kind: "user", sid: user.sid } });
    const { ticket, challenge } = await issueTicket(tx, "add-passkey", { userSid: user.sid });
    const passkeys = (await listFactors(tx, user.sid)).filter(({ kind }) => kind === "passkey");
    return { ticket, options: await registrationOptions(party, user, passkeys, challenge) };
  });
}

export async function addPasskey(
  context: SignedInContext,
  { ticket, name, response }: z.infer<typeof addPasskeyInput>,
  party: RelyingParty,
): Promise<AddedFactor> {
  const begun = await readTicket(context.db, "add-passkey", ticket, context.session.user.sid);
  const passkey = await verifyNewPasskey(party, begun.challenge, response);
  if (!passkey) throw new AppError("BAD_REQUEST", "This passkey was not accepted. Please try again.");
  return addFactor(context, { name, kind: "passkey" }, async (tx, row) => {
    await spendTicket(tx, begun);
    return insertFactor(tx, { ...row, kind: "passkey", ...passkey });
  });
}

async function addFactor(
  { db, session, call }: SignedInContext,
  { name, kind }: { name: string; kind: string },
  insert: (tx: Transaction, row: { sid: string; userSid: string; name: string }) => Promise<boolean>,
): Promise<AddedFactor> {
  const userSid = session.user.sid;
  return db.transaction(async (tx) => {
    // The lock serializes concurrent calls of one person, so that none exceeds the maximum.
    if (!(await lockAccount(tx, userSid, userSid))) throw new AppError("UNAUTHORIZED", "Please sign in.");
    const count = (await listFactors(tx, userSid)).length;
    if (count >= MAX_FACTORS) {
      throw new AppError(
        "PRECONDITION_FAILED",
        `You have ${MAX_FACTORS} second factors. Remove one that you do not need.`,
      );
    }
    const sid = newSid();
    if (!(await insert(tx, { sid, userSid, name }))) {
      throw new AppError("CONFLICT", "This passkey has been added already.");
    }
    const recoveryCodes = count === 0 ? await makeRecoveryCodes(tx, userSid) : null;
    await recordAudit(tx, call, { subject: { kind: "user", sid: userSid }, details: { factor: kind } });
    return { recoveryCodes };
  });
}

/** Changes the own factors. Throws NOT_FOUND for a factor of another person. */
async function changeFactors(
  { db, session, call }: SignedInContext,
  change: (tx: Queryable, userSid: string) => Promise<boolean>,
): Promise<{ ok: true }> {
  const userSid = session.user.sid;
  const subject = { kind: "user", sid: userSid };
  return db.transaction(async (tx) => {
    if (!(await change(tx, userSid))) throw notFound("factor", { subject });
    await recordAudit(tx, call, { subject });
    return { ok: true };
  });
}

export const renameFactor = (
  context: SignedInContext,
  { sid, name }: z.infer<typeof renameFactorInput>,
): Promise<{ ok: true }> => changeFactors(context, (tx, userSid) => rename(tx, userSid, sid, name));

/** Removes a factor; with the last one, the recovery codes too. */
export const removeFactor = (context: SignedInContext, sid: string): Promise<{ ok: true }> =>
  changeFactors(context, async (tx, userSid) => {
    if (!(await deleteFactor(tx, userSid, sid))) return false;
    if ((await listFactors(tx, userSid)).length === 0) await replaceRecoveryCodes(tx, userSid, []);
    return true;
  });

/** Replaces the recovery codes. */
export async function makeNewRecoveryCodes({
  db,
  session,
  call,
}: SignedInContext): Promise<{ recoveryCodes: string[] }> {
  const { sid } = session.user;
  return db.transaction(async (tx) => {
    if ((await listFactors(tx, sid)).length === 0) {
      throw new AppError("PRECONDITION_FAILED", "Recovery codes replace a second factor. Add one first.");
    }
    await recordAudit(tx, call, { subject: { kind: "user", sid } });
    return { recoveryCodes: await makeRecoveryCodes(tx, sid) };
  });
}
