import { createHash, randomBytes } from "node:crypto";
import { emailSchema } from "@precount/domain";
import { SignJWT, decodeProtectedHeader, jwtVerify } from "jose";
import type { Queryable } from "../db/connect.ts";
import { replacePasswordLink } from "../db/password-links.ts";
import { findServerSecret, readServerSecret } from "../db/server-secrets.ts";
import { KEY_NAMES } from "./key-names.ts";

/** PD-45: valid for at most a day, single use, the subject is the e-mail. */
export const LINK_MS = 24 * 3_600_000;
const ISSUER = "precount";
/** Keeps any other token signed with the same key from being accepted as a link. */
const AUDIENCE = "precount/set-password";
const ALGORITHM = "HS256";
const ID_BYTES = 16;

export type NewLink = { token: string; expiresAt: Date };
type LinkUser = { sid: string; email: string };

const hashId = (id: string): Buffer => createHash("sha256").update(id).digest();

/** Creates a link's token and replaces the user's earlier link. The token itself is not stored. */
export async function makePasswordLink(db: Queryable, user: LinkUser, createdBy: string): Promise<NewLink> {
  const id = randomBytes(ID_BYTES).toString("base64url");
  // JWT times are whole seconds.
  const issuedS = Math.floor(Date.now() / 1000);
  const expiresS = issuedS + LINK_MS / 1000;
  const key = await readServerSecret(db, KEY_NAMES.links);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: String(key.version) })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.email)
    .setJti(id)
    .setIssuedAt(issuedS)
    .setExpirationTime(expiresS)
    .sign(key.secret);
  const expiresAt = new Date(expiresS * 1000);
  await replacePasswordLink(db, { userSid: user.sid, idHash: hashId(id), createdBy, expiresAt });
  return { token, expiresAt };
}

/** @param origin of the web app, where the link leads */
export const passwordLinkUrl = (origin: string, token: string): string =>
  `${origin.replace(/\/+$/, "")}/password/reset?token=${token}`;

/**
 * Verifies a token's signature, audience and expiry; null if any of them is wrong, without a reason. The caller checks in the database
 * that the link is the user's newest and unused.
 */
export async function readPasswordLink(
  db: Queryable,
  token: string,
): Promise<{ email: string; idHash: Buffer } | null> {
  try {
    const key = await findServerSecret(db, KEY_NAMES.links, versionOf(token));
    if (!key) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["exp", "sub", "jti", "iat"],
      maxTokenAge: LINK_MS / 1000,
    });
    const email = emailSchema.safeParse(payload.sub);
    return email.success && payload.jti ? { email: email.data, idHash: hashId(payload.jti) } : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J")) return null;
    throw error;
  }
}

/** The version of the key that signed a token. Links of earlier releases name none; 0 for text that is no token. */
function versionOf(token: string): number {
  try {
    const { kid = "1" } = decodeProtectedHeader(token);
    return /^[1-9]\d{0,5}$/.test(kid) ? Number(kid) : 0;
  } catch {
    return 0;
  }
}
