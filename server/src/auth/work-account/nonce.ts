import { createHash, createHmac, randomBytes } from "node:crypto";
// The module's types add cookies to requests and replies.
import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import type { Queryable } from "../../db/connect.ts";
import { findServerSecret, readServerSecret } from "../../db/server-secrets.ts";
import { KEY_NAMES } from "../key-names.ts";
import { consumeNonce } from "../../db/work-accounts.ts";
import { isTls } from "../session-cookie.ts";

/*
 * The nonce is sent to the provider and returned in the id token. It is an HMAC of an HttpOnly cookie, so a token is valid only in the
 * browser that began the sign-in. The cookie contains its expiry and the key's version, which the HMAC covers. Nothing is stored until a token has been
 * verified; then the nonce is stored as used.
 */

const SECRET_BYTES = 32;
/** Time to enter a password and a second factor. */
const SIGN_IN_S = 10 * 60;

export type WorkSignIn = { nonce: string; expiresAt: Date };

const cookieName = (secure: boolean): string => (secure ? "__Host-precount-work-account" : "precount-work-account");
const optionsOf = (secure: boolean) => ({ httpOnly: true, sameSite: "strict", path: "/", secure }) as const;

const nonceOf = (key: Buffer, cookie: string): string => createHmac("sha256", key).update(cookie).digest("base64url");

/** Begins a sign-in in this browser, which replaces an earlier one. Returns the nonce. */
export async function beginWorkSignIn(db: Queryable, reply: FastifyReply, config: Config): Promise<string> {
  const expiresS = Math.floor(Date.now() / 1000) + SIGN_IN_S;
  const { secret, version } = await readServerSecret(db, KEY_NAMES.nonces);
  const cookie = `${expiresS}.${randomBytes(SECRET_BYTES).toString("base64url")}.${version}`;
  const secure = isTls(reply.request, config);
  void reply.setCookie(cookieName(secure), cookie, { ...optionsOf(secure), maxAge: SIGN_IN_S });
  return nonceOf(secret, cookie);
}

/** The sign-in that this browser began; null without one or if it has expired. */
export async function readWorkSignIn(
  db: Queryable,
  request: FastifyRequest,
  config: Config,
): Promise<WorkSignIn | null> {
  const cookie = request.cookies[cookieName(isTls(request, config))] ?? "";
  const [, expiresS, version = "1"] = /^(\d{10})\.[\w-]{43}(?:\.(\d{1,6}))?$/.exec(cookie) ?? [];
  const expiresAt = new Date(Number(expiresS ?? 0) * 1000);
  if (expiresAt.getTime() <= Date.now()) return null;
  const key = await findServerSecret(db, KEY_NAMES.nonces, Number(version));
  return key && { nonce: nonceOf(key, cookie), expiresAt };
}

/** Uses up the sign-in's nonce. False if it was used before: of two concurrent requests, one succeeds. */
export async function consumeWorkSignIn(
  db: Queryable,
  reply: FastifyReply,
  config: Config,
  { nonce, expiresAt }: WorkSignIn,
): Promise<boolean> {
  const secure = isTls(reply.request, config);
  void reply.clearCookie(cookieName(secure), optionsOf(secure));
  return consumeNonce(db, { hash: createHash("sha256").update(nonce).digest(), expiresAt });
}
