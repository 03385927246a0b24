import { createHash, randomBytes } from "node:crypto";
import { IDLE_HEADER, type SignInMethod } from "@precount/domain";
import type { FastifyRequest } from "fastify";
import { findTokenSession, isApiToken } from "./api-tokens.ts";
import { LAST_USED_EVERY_MINUTES, findLiveSession, insertSession, updateSessionLastUsed } from "../db/sessions.ts";
import type { Queryable } from "../db/connect.ts";
import { AppError } from "../errors/app-error.ts";
import { newSid } from "../lib/ids.ts";
import { describeDevice } from "./describe-device.ts";
import { readSessionSecret } from "./session-cookie.ts";
import { REMEMBERED_SESSION_MS, SESSION_MS } from "./session-lifetime.ts";
import type { ActiveSession } from "./active-session.ts";
import type { Config } from "../config/config.ts";

/** The services that sessions need. */
export type AuthServices = { config: Config; db: Queryable };

const SECRET_BYTES = 32;

const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type SessionOrigin = { address: string | null; userAgent: string | undefined; method?: SignInMethod };

/** Creates a session. The secret is returned for the cookie and not stored. */
export async function openSession(
  db: Queryable,
  userSid: string,
  remember: boolean,
  from: SessionOrigin = { address: null, userAgent: undefined },
): Promise<{ id: string; secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const id = newSid();
  const expiresAt = new Date(Date.now() + (remember ? REMEMBERED_SESSION_MS : SESSION_MS));
  const { address, userAgent, method = "password" } = from;
  const device = describeDevice(userAgent);
  await insertSession(db, {
    id,
    userSid,
    secretHash: hashSecret(secret),
    remember,
    expiresAt,
    address,
    device,
    method,
  });
  return { id, secret };
}

/** UNAUTHORIZED for a request of which `findSession` finds no session. */
export function noSessionError(request: FastifyRequest, config: Config): AppError {
  const isToken = readSessionSecret(request, config)?.isBearer ?? false;
  return new AppError("UNAUTHORIZED", isToken ? NO_TOKEN : "Please sign in.");
}

const NO_TOKEN = "The API token is unknown, expired or revoked. Create one under Your account.";

/**
 * Finds the session of a request by its cookie or bearer token; null without one or if it has ended. With `csrf: "checked"` a cookie
 * also needs the matching `x-session-id` header. `isUse: false` is for requests that a page sends without a person and without the idle header.
 */
export async function findSession(
  services: AuthServices,
  request: FastifyRequest,
  options: { csrf: "checked" | "not needed"; isUse?: boolean },
): Promise<ActiveSession | null> {
  const presented = readSessionSecret(request, services.config);
  if (!presented) return null;
  if (presented.isBearer && isApiToken(presented.secret)) {
    return findTokenSession(services.db, presented.secret, request.ip);
  }
  const found = await findLiveSession(services.db, hashSecret(presented.secret));
  if (!found) return null;
  const { lastUsedAt, ...session } = found;
  // Another site can make a browser send the cookie but not this header (PD-42). Browsers never send a bearer token on their own.
  const needsHeader = options.csrf === "checked" && !presented.isBearer;
  if (needsHeader && request.headers["x-session-id"] !== session.id) return null;
  // An open page asks in the background. It says so, because only a person's use keeps a session alive (PD-116).
  const isUse = options.isUse ?? request.headers[IDLE_HEADER] === undefined;
  if (isUse && Date.now() - lastUsedAt.getTime() > LAST_USED_EVERY_MINUTES * 60_000) {
    await updateSessionLastUsed(services.db, session.id, request.ip);
  }
  return session;
}
