// The module's types add cookies to requests and replies.
import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { REMEMBERED_SESSION_MS } from "./session-lifetime.ts";

/** The prefix `__Host-` requires Secure, which requires TLS. Plain HTTP on a LAN uses the name without the prefix. */
const cookieName = (isTls: boolean): string => (isTls ? "__Host-precount" : "precount");

/** Whether the client uses TLS: with this server, with a trusted proxy, or according to PUBLIC_URL. */
export function isTls(request: FastifyRequest, config: Config): boolean {
  return request.protocol === "https" || (config.publicUrl?.startsWith("https:") ?? false);
}

/** The secret that a request carries: the session cookie, or a bearer token (PD-42). */
export function readSessionSecret(
  request: FastifyRequest,
  config: Config,
): { secret: string; isBearer: boolean } | null {
  // RFC 9110: the case of the scheme does not matter.
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer) return { secret: bearer, isBearer: true };
  const secret = request.cookies[cookieName(isTls(request, config))];
  return secret ? { secret, isBearer: false } : null;
}

/** Without `remember` the cookie ends with the browser session; the server ends the session after 12 h in any case. */
export function setSessionCookie(reply: FastifyReply, config: Config, secret: string, remember: boolean): void {
  const secure = isTls(reply.request, config);
  void reply.setCookie(cookieName(secure), secret, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    ...(remember && { maxAge: REMEMBERED_SESSION_MS / 1000 }),
  });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  const secure = isTls(reply.request, config);
  void reply.clearCookie(cookieName(secure), { httpOnly: true, sameSite: "lax", path: "/", secure });
}
