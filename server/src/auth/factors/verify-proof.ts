import { type FactorProof, type ProofChoices } from "@precount/domain";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { AuthTicket } from "../../db/auth-tickets.ts";
import type { Queryable } from "../../db/connect.ts";
import {
  type Factor,
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  listFactors,
  recordPasskeyUse,
} from "../../db/factors.ts";
import { decryptFor } from "../encrypt.ts";
import { type RelyingParty, requestOptions, verifyPasskey } from "./passkeys.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { type TicketPurpose, issueTicket } from "./tickets.ts";
import { stepOfCode } from "./totp.ts";

export type Choices = ProofChoices<PublicKeyCredentialRequestOptionsJSON>;

/** Begins a step that a user proves with one of their factors. */
export async function offerProofs(
  db: Queryable,
  party: RelyingParty,
  purpose: Extract<TicketPurpose, "second-factor" | "confirm">,
  user: { userSid: string; factors: readonly Factor[]; hasPassword: boolean; remember?: boolean },
): Promise<Choices> {
  const { userSid, factors, hasPassword, remember = false } = user;
  const { ticket, challenge } = await issueTicket(db, purpose, { userSid, remember });
  const passkeys = factors.filter(({ kind }) => kind === "passkey");
  return {
    ticket,
    hasPassword,
    hasTotp: factors.some(({ kind }) => kind === "totp"),
    hasRecoveryCodes: (await countRecoveryCodes(db, userSid)) > 0,
    passkey: passkeys.length > 0 ? await requestOptions(party, challenge, passkeys) : null,
  };
}

/** Verifies a proof and uses it up: a code is accepted once. */
export async function acceptProof(
  tx: Queryable,
  party: RelyingParty,
  { userSid, challenge }: Pick<AuthTicket, "challenge"> & { userSid: string },
  proof: FactorProof,
): Promise<boolean> {
  if (proof.kind === "recovery") return consumeRecoveryCode(tx, userSid, hashRecoveryCode(proof.code));
  const factors = (await listFactors(tx, userSid)).filter(({ kind }) => kind === proof.kind);
  if (proof.kind === "totp") return acceptTotpCode(tx, factors, proof.code);
  const passkey = factors.find(({ credentialId }) => credentialId === proof.response.id);
  return passkey !== undefined && acceptPasskey(tx, party, challenge, passkey, proof.response);
}

async function acceptTotpCode(tx: Queryable, factors: readonly Factor[], code: string): Promise<boolean> {
  for (const { sid, userSid, totpSecret } of factors) {
    if (totpSecret === null) continue;
    const step = stepOfCode(await decryptFor(tx, userSid, totpSecret), code);
    if (step !== null && (await consumeTotpStep(tx, sid, step))) return true;
  }
  return false;
}

export async function acceptPasskey(
  tx: Queryable,
  party: RelyingParty,
  challenge: string,
  passkey: Factor,
  response: Parameters<typeof verifyPasskey>[3],
): Promise<boolean> {
  const signatureCount = await verifyPasskey(party, challenge, passkey, response);
  if (signatureCount === null) return false;
  await recordPasskeyUse(tx, passkey.sid, signatureCount);
  return true;
}
