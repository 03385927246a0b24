import type { PasskeyResponse } from "@precount/domain";
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Factor } from "../../db/factors.ts";

/** The origin of the web app: authenticators bind a passkey to its host. */
export type RelyingParty = { origin: string };
const rpIdOf = ({ origin }: RelyingParty): string => new URL(origin).hostname;

const toBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, "base64url"));
const credentialsOf = (passkeys: readonly Factor[]) =>
  passkeys.flatMap(({ credentialId: id, transports }) => (id === null ? [] : [{ id, transports }]));

/** Options for adding a passkey that names its user and verifies the person, so that it can replace the password. */
export const registrationOptions = (
  party: RelyingParty,
  user: { sid: string; email: string; name: string },
  passkeys: readonly Factor[],
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: "Precount",
    rpID: rpIdOf(party),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.sid),
    challenge: toBytes(challenge),
    attestationType: "none",
    excludeCredentials: credentialsOf(passkeys),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

/** Options for signing with one of these passkeys, or with any of this server without a list. */
export const requestOptions = (
  party: RelyingParty,
  challenge: string,
  passkeys: readonly Factor[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: rpIdOf(party),
    challenge: toBytes(challenge),
    userVerification: "required",
    ...(passkeys.length > 0 && { allowCredentials: credentialsOf(passkeys) }),
  });

type NewPasskey = { credentialId: string; publicKey: Buffer; signatureCount: number; transports: string[] };

/** The new passkey; null if the answer is not valid for this challenge and origin. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: PasskeyResponse,
): Promise<NewPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The library checks each field and throws for a wrong one.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: rpIdOf(party),
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), signatureCount: counter, transports };
  } catch {
    return null;
  }
}

/** The authenticator's new signature counter; null if the answer is not valid for this passkey, challenge and origin. */
export async function verifyPasskey(
  party: RelyingParty,
  challenge: string,
  passkey: Factor,
  response: PasskeyResponse,
): Promise<number | null> {
  if (passkey.credentialId === null || passkey.publicKey === null) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks each field and throws for a wrong one.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: rpIdOf(party),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signatureCount,
        transports: passkey.transports,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
