import { createHash, randomBytes } from "node:crypto";
import { emailSchema } from "@precount/domain";
import { SignJWT, jwtVerify } from "jose";
import type { Queryable } from "../db/connect.ts";
import { replacePasswordLink } from "../db/password-links.ts";
import { readServerSecret } from "../db/server-secrets.ts";

/** Decision 45: at most a day, single use, the subject is the e-mail. */
export const LINK_MS = 24 * 3_600_000;
const SECRET_NAME = "password-links";
const ISSUER = "precount";
/** So that nothing else that is signed with the same key could ever pass for a link. */
const AUDIENCE = "precount/set-password";
const ALGORITHM = "HS256";
const ID_BYTES = 16;

export type NewLink = { token: string; expiresAt: Date };
type Person = { sid: string; email: string };

const hashId = (id: string): Buffer => createHash("sha256").update(id).digest();

/** Makes the token of a link and takes the place of the person's older one; the token is stored nowhere. */
export async function makePasswordLink(db: Queryable, person: Person, createdBy: string): Promise<NewLink> {
  const id = randomBytes(ID_BYTES).toString("base64url");
  // Whole seconds, as the token counts them.
  const issuedS = Math.floor(Date.now() / 1000);
  const expiresS = issuedS + LINK_MS / 1000;
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(person.email)
    .setJti(id)
    .setIssuedAt(issuedS)
    .setExpirationTime(expiresS)
    .sign(await readServerSecret(db, SECRET_NAME));
  const expiresAt = new Date(expiresS * 1000);
  await replacePasswordLink(db, { userSid: person.sid, idHash: hashId(id), createdBy, expiresAt });
  return { token, expiresAt };
}

/**
 * What a token of ours says, its signature, audience and time verified; null for every other one, without a word why. Whether it
 * is the person's newest and not used yet is the database's to say.
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
