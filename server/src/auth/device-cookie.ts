import { createHash, randomBytes } from "node:crypto";
// The module's types add cookies to requests and replies.
import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import type { Queryable } from "../db/connect.ts";
import { isIssuedDevice } from "../db/known-devices.ts";
import { isTls } from "./session-cookie.ts";

const SECRET_BYTES = 32;
/** How long an unused browser stays known. */
export const DEVICE_DAYS = 180;

const nameOf = (tls: boolean): string => (tls ? "__Host-precount-device" : "precount-device");

export type Device = {
  /** Value of the device cookie; generated for a browser without a valid one. */
  secret: string;
  /** sha256 of the secret; only the hash is stored. */
  hash: Buffer;
};

/**
 * The device of a request. A cookie counts only if this server issued it: a value that a client chose could be planted in another
 * person's browser and known to both.
 */
export async function deviceOfRequest(db: Queryable, request: FastifyRequest, config: Config): Promise<Device> {
  const sent = request.cookies[nameOf(isTls(request, config))];
  const device = sent === undefined ? null : deviceOfSecret(sent);
  if (device !== null && (await isIssuedDevice(db, device.hash))) return device;
  return deviceOfSecret(randomBytes(SECRET_BYTES).toString("base64url"));
}

const deviceOfSecret = (secret: string): Device => ({ secret, hash: createHash("sha256").update(secret).digest() });

/**
 * Marks this browser as known and extends the cookie's lifetime. The cookie survives signing out. It grants no access: it only
 * separates this browser's sign-in attempts from those of other browsers.
 */
export function setDeviceCookie(reply: FastifyReply, config: Config, { secret }: Device): void {
  const secure = isTls(reply.request, config);
  const maxAge = DEVICE_DAYS * 24 * 3600;
  void reply.setCookie(nameOf(secure), secret, { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge });
}
