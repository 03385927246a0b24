import { createHash, createHmac, randomBytes } from "node:crypto";
// Its types add cookies to requests and replies.
import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import type { Queryable } from "../../db/connect.ts";
import { readServerSecret } from "../../db/server-secrets.ts";
import { consumeNonce } from "../../db/work-accounts.ts";
import { isTls } from "../session-cookie.ts";

/*
 * The nonce goes to the provider and comes back in the token. It is made, with the server's key, of a cookie that only this browser holds
 * and no script can read: a token counts in the browser alone in which its sign-in began. The cookie names its own end, and another end
 * would make another nonce. Nothing is written down until a token has proved good; then the nonce is, and counts no more.
 */

const SECRET_BYTES = 32;
/** Time to type a password and look for a telephone. */
const SIGN_IN_S = 10 * 60;
const KEY_NAME = "work-account-nonces";

export type WorkSignIn = { nonce: string; expiresAt: Date };

const cookieName = (secure: boolean): string => (secure ? "__Host-precount-work-account" : "precount-work-account");
const optionsOf = (secure: boolean) => ({ httpOnly: true, sameSite: "strict", path: "/", secure }) as const;

async function nonceOf(db: Queryable, cookie: string): Promise<string> {
  const key = await readServerSecret(db, KEY_NAME);
  return createHmac("sha256", key).update(cookie).digest("base64url");
}

/** Begins a sign-in in this browser, in place of one that had begun in it before. Returns its nonce. */
export async function beginWorkSignIn(db: Queryable, reply: FastifyReply, config: Config): Promise<string> {
  const expiresS = Math.floor(Date.now() / 1000) + SIGN_IN_S;
  const cookie = `${expiresS}.${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const secure = isTls(reply.request, config);
  void reply.setCookie(cookieName(secure), cookie, { ...optionsOf(secure), maxAge: SIGN_IN_S });
  return nonceOf(db, cookie);
}

/** The sign-in that began in this browser; null when none did, or too long ago. */
export async function readWorkSignIn(
  db: Queryable,
  request: FastifyRequest,
  config: Config,
): Promise<WorkSignIn | null> {
  const cookie = request.cookies[cookieName(isTls(request, config))] ?? "";
  const [, expiresS] = /^(\d{10})\.[\w-]{43}$/.exec(cookie) ?? [];
  const expiresAt = new Date(Number(expiresS ?? 0) * 1000);
  return expiresAt.getTime() > Date.now() ? { nonce: await nonceOf(db, cookie), expiresAt } : null;
}

/** Ends the sign-in. False when it has ended before: of two who come with the same, one is let in. */
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
