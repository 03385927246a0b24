import { createHash, randomBytes } from "node:crypto";
import { emailSchema } from "@precount/domain";
import { SignJWT, jwtVerify } from "jose";
import type { Queryable } from "../db/connect.ts";
import { replacePasswordLink } from "../db/password-links.ts";
import { readServerSecret } from "../db/server-secrets.ts";

/** PD-45: valid for at most a day, single use, the subject is the e-mail. */
export const LINK_MS = 24 * 3_600_000;
const SECRET_NAME = "password-links";
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
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.email)
    .setJti(id)
    .setIssuedAt(issuedS)
    .setExpirationTime(expiresS)
    .sign(await readServerSecret(db, SECRET_NAME));
  const expiresAt = new Date(expiresS * 1000);
  await replacePasswordLink(db, { userSid: user.sid, idHash: hashId(id), createdBy, expiresAt });
  return { token, expiresAt };
}

/**
 * Verifies a token's signature, audience and expiry; null if any of them is wrong, without a reason. The caller checks in the database
 * that the link is the user's newest and unused.
 */
export async function readPasswordLink(
  db: Queryable,
  token: string,
): Promise<{ email: string; idHash: Buffer } | null> {
  try {
    const { payload } = await jwtVerify(token, await readServerSecret(db, SECRET_NAME), {
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
