import { emailSchema } from "@precount/domain";
import { type JWTPayload, jwtVerify } from "jose";
import { TENANT_PLACE, type WorkAccountProvider, type WorkAccountSettings } from "./provider.ts";

/** Whom a token is about: known by issuer and subject, found the first time by the e-mail, null unless it is sure to be theirs. */
export type WorkIdentity = { issuer: string; subject: string; email: string | null };

/** A token that proves nothing; `message` is for the log, never for whoever sent it. */
export class InvalidTokenError extends Error {
  override name = "TokenRefusal";
}

/** Clocks differ. */
const SKEW_S = 60;
/** A sign-in that began longer ago is begun again; its nonce has ended by then too. */
const LONGEST_AGE_S = 15 * 60;

/**
 * Whom an id token is about, once it is sure that the provider made it, for us, just now, for the sign-in that has this nonce.
 * Throws TokenRefusal, or SERVICE_UNAVAILABLE when the provider cannot be asked for its keys.
 */
export async function verifyIdToken(provider: WorkAccountProvider, token: string, nonce: string): Promise<WorkIdentity> {
  const { settings } = provider;
  const published = await provider.metadata();
  const issuers = issuersOf(published.issuer, settings);
  const payload = await refusing(async () => {
    const verified = await jwtVerify(token, published.keys, {
      algorithms: [...published.algorithms],
      issuer: [...issuers.keys()],
      audience: settings.clientId,
      clockTolerance: SKEW_S,
      maxTokenAge: LONGEST_AGE_S,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "nonce"],
    });
    return verified.payload;
  });
  const { iss: issuer = "", sub: subject = "" } = payload;
  if (payload["nonce"] !== nonce) throw new InvalidTokenError("the nonce is another sign-in's");
  if (subject === "" || subject.length > 255) throw new InvalidTokenError("no subject");
  // OpenID Connect Core §3.1.3.7: a token for several is ours only if it was given to us.
  const party = payload["azp"];
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  if (isForSeveral || party !== undefined) {
    if (party !== settings.clientId) throw new InvalidTokenError("it was given to another program");
  }
  const tenant = issuers.get(issuer);
  if (tenant !== null && payload["tid"] !== tenant) throw new InvalidTokenError("its tenant is not its issuer's");
  return { issuer, subject, email: verifiedEmail(payload, settings) };
}

/** The issuers that count, each with the tenant that its tokens must name; null where any may. */
function issuersOf(issuer: string, { tenants }: WorkAccountSettings): Map<string, string | null> {
  if (!issuer.includes(TENANT_PLACE)) return new Map([[issuer, null]]);
  return new Map(tenants.map((tenant) => [issuer.replaceAll(TENANT_PLACE, tenant), tenant]));
}

/**
 * The e-mail that this person is sure to have. A provider says so with `email_verified`, Entra with `xms_edov` (the address's domain
 * belongs to the tenant; without it anybody's tenant could hold anybody's address). With OIDC_TRUST_EMAIL the admin says so of all:
 * the provider is the company's own directory, where people cannot choose their address.
 */
function verifiedEmail(payload: JWTPayload, { trustsEmail }: WorkAccountSettings): string | null {
  const isVerified = payload["email_verified"] === true || IS_OWNED.has(payload["xms_edov"]);
  const candidates = trustsEmail
    ? [payload["email"], payload["preferred_username"], payload["upn"]]
    : [isVerified ? payload["email"] : undefined];
  for (const candidate of candidates) {
    // What only looks like somebody's address, in other letters, is not theirs.
    if (typeof candidate !== "string" || !PLAIN.test(candidate)) continue;
    const email = emailSchema.safeParse(candidate);
    if (email.success) return email.data;
  }
  return null;
}

/** Entra has sent it as each of these. */
const IS_OWNED: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);

const PLAIN = /^[\x21-\x7e]+$/;

/** jose's refusals, all in one. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    const isJose = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
    if (!isJose) throw error;
    throw new InvalidTokenError(error.message, { cause: error });
  }
}
