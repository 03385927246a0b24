import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { findTokenSession, isApiToken } from "./api-tokens.ts";
import { findLiveSession, insertSession, updateSessionLastUsed } from "../db/sessions.ts";
import type { Queryable } from "../db/connect.ts";
import { newSid } from "../lib/ids.ts";
import { describeDevice } from "./describe-device.ts";
import { readSessionSecret } from "./session-cookie.ts";
import { REMEMBERED_SESSION_MS, SESSION_MS } from "./session-lifetime.ts";
import type { ActiveSession } from "./active-session.ts";
import type { Config } from "../config/config.ts";

/** What reading a session needs. */
export type AuthServices = { config: Config; db: Queryable };

const SECRET_BYTES = 32;

/** How exact a session's last use is: more often would be a write with every request. */
const LAST_USED_EVERY_MINUTES = 5;

const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** A new session; its secret exists only in the answer's cookie. */
export async function openSession(
  db: Queryable,
  userSid: string,
  remember: boolean,
  from: { address: string | null; userAgent: string | undefined } = { address: null, userAgent: undefined },
): Promise<{ id: string; secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const id = newSid();
  const expiresAt = new Date(Date.now() + (remember ? REMEMBERED_SESSION_MS : SESSION_MS));
  const { address, userAgent } = from;
  const device = describeDevice(userAgent);
  await insertSession(db, { id, userSid, secretHash: hashSecret(secret), remember, expiresAt, address, device });
  return { id, secret };
}

/**
 * The session of a request, by its cookie or bearer token; null when there is none or it has ended. Does
 * not look at `x-session-id`: that is what `csrf: "checked"` is for.
 */
export async function findSession(
  services: AuthServices,
  request: FastifyRequest,
  options: { csrf: "checked" | "not needed" },
): Promise<ActiveSession | null> {
  const presented = readSessionSecret(request, services.config);
  if (!presented) return null;
  if (presented.isBearer && isApiToken(presented.secret)) {
    return findTokenSession(services.db, presented.secret, request.ip);
  }
  const found = await findLiveSession(services.db, hashSecret(presented.secret));
  if (!found) return null;
  const { lastUsedAt, ...session } = found;
  // Another site can make a browser send the cookie, but not this header (decision 42). No browser sends a bearer token by itself.
  const needsHeader = options.csrf === "checked" && !presented.isBearer;
  if (needsHeader && request.headers["x-session-id"] !== session.id) return null;
  if (Date.now() - lastUsedAt.getTime() > LAST_USED_EVERY_MINUTES * 60_000) {
    await updateSessionLastUsed(services.db, session.id, request.ip, LAST_USED_EVERY_MINUTES);
  }
  return session;
}
