import { createHash, randomBytes } from "node:crypto";
// Its types add cookies to requests and replies.
import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { isTls } from "./session-cookie.ts";

const SECRET_BYTES = 32;
/** How long a browser that is not used stays known. */
export const DEVICE_DAYS = 180;

const nameOf = (tls: boolean): string => (tls ? "__Host-precount-device" : "precount-device");

export type Device = {
  /** What its cookie holds, made anew for a browser without one. */
  secret: string;
  /** sha256 of it, which is all that is stored. */
  hash: Buffer;
};

/** The browser that asks. */
export function deviceOfRequest(request: FastifyRequest, config: Config): Device {
  const secret = request.cookies[nameOf(isTls(request, config))] ?? randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, hash: createHash("sha256").update(secret).digest() };
}

/**
 * Makes this browser known again for a while. Stays when the person signs out; it opens nothing, it only tells this browser's
 * attempts from a stranger's.
 */
export function setDeviceCookie(reply: FastifyReply, config: Config, { secret }: Device): void {
  const secure = isTls(reply.request, config);
  const maxAge = DEVICE_DAYS * 24 * 3600;
  void reply.setCookie(nameOf(secure), secret, { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge });
}
