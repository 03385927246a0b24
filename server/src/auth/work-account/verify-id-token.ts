import { emailSchema } from "@precount/domain";
import { type JWTPayload, jwtVerify } from "jose";
import { TENANT_PLACE, type WorkAccountProvider, type WorkAccountSettings } from "./provider.ts";

/** The identity in a token. Issuer and subject identify the user; the first sign-in finds them by the e-mail, null unless verified. */
export type WorkIdentity = { issuer: string; subject: string; email: string | null };

/** The token is not valid. The message is for the log only, never for the client. */
export class InvalidTokenError extends Error {
  override name = "InvalidTokenError";
}

/** Tolerated clock difference. */
const CLOCK_SKEW_S = 60;
/** Maximum age of a token; the nonce has expired by then too. */
const MAX_AGE_S = 15 * 60;

/**
 * Verifies an id token's signature, issuer, audience, age and nonce, and returns its identity. Throws InvalidTokenError, or
 * SERVICE_UNAVAILABLE if the provider's keys cannot be fetched.
 */
export async function verifyIdToken(
  provider: WorkAccountProvider,
  token: string,
  nonce: string,
): Promise<WorkIdentity> {
  const { settings } = provider;
  const metadata = await provider.metadata();
  const issuers = issuersOf(metadata.issuer, settings);
  const payload = await withInvalidTokenError(async () => {
    const verified = await jwtVerify(token, metadata.keys, {
      algorithms: [...metadata.algorithms],
      issuer: [...issuers.keys()],
      audience: settings.clientId,
      clockTolerance: CLOCK_SKEW_S,
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "nonce"],
    });
    return verified.payload;
  });
  const { iss: issuer = "", sub: subject = "" } = payload;
  if (payload["nonce"] !== nonce) throw new InvalidTokenError("the nonce belongs to another sign-in");
  if (subject === "" || subject.length > 255) throw new InvalidTokenError("no subject");
  // OpenID Connect Core §3.1.3.7: a token with several audiences must have this client as its authorized party.
  const party = payload["azp"];
  const hasSeveralAudiences = Array.isArray(payload.aud) && payload.aud.length > 1;
  if (hasSeveralAudiences || party !== undefined) {
    if (party !== settings.clientId) throw new InvalidTokenError("it was issued to another client");
  }
  const tenant = issuers.get(issuer);
  if (tenant !== null && payload["tid"] !== tenant) throw new InvalidTokenError("its tenant does not match its issuer");
  return { issuer, subject, email: verifiedEmail(payload, settings) };
}

/** The accepted issuers, each with the tenant that its tokens must name; null if tokens need no tenant. */
function issuersOf(issuer: string, { tenants }: WorkAccountSettings): Map<string, string | null> {
  if (!issuer.includes(TENANT_PLACE)) return new Map([[issuer, null]]);
  return new Map(tenants.map((tenant) => [issuer.replaceAll(TENANT_PLACE, tenant), tenant]));
}

/**
 * The verified e-mail of the token. Providers confirm it with `email_verified`, Entra with `xms_edov` (the e-mail's domain belongs to the
 * tenant; without that claim any tenant could contain any address). With OIDC_TRUST_EMAIL all e-mails count as verified: the provider
 * is the company's own directory, in which people cannot choose their address.
 */
function verifiedEmail(payload: JWTPayload, { trustsEmail }: WorkAccountSettings): string | null {
  const isVerified = payload["email_verified"] === true || XMS_EDOV_TRUE.has(payload["xms_edov"]);
  const candidates = trustsEmail
    ? [payload["email"], payload["preferred_username"], payload["upn"]]
    : [isVerified ? payload["email"] : undefined];
  for (const candidate of candidates) {
    // Rejects addresses with non-ASCII characters that only look like a user's address.
    if (typeof candidate !== "string" || !PRINTABLE_ASCII.test(candidate)) continue;
    const email = emailSchema.safeParse(candidate);
    if (email.success) return email.data;
  }
  return null;
}

/** The values that Entra has used for a true `xms_edov`. */
const XMS_EDOV_TRUE: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Converts all errors of jose to InvalidTokenError. */
async function withInvalidTokenError<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    const isJose = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
    if (!isJose) throw error;
    throw new InvalidTokenError(error.message, { cause: error });
  }
}
