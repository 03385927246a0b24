import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { actingAs } from "@precount/domain";
import { findLiveToken, updateTokenLastUsed } from "../db/api-tokens.ts";
import type { Queryable } from "../db/connect.ts";
import { newSid } from "../lib/ids.ts";
import type { ActiveSession } from "./active-session.ts";

const PREFIX = "pc_";
/** `pc_`, the token's id, its secret. The prefix lets people and secret scanners recognize a token. */
const TOKEN_PATTERN = /^pc_([a-z0-9]{24})_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;
const LAST_USED_EVERY_MINUTES = 5;

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Generates a token. Its text is returned once and not stored. */
export function generateToken(): { id: string; token: string; secretHash: Buffer } {
  const id = newSid();
  const token = `${PREFIX}${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { id, token, secretHash: hashToken(token) };
}

/** A bearer secret is either an API token or a session's secret. */
export const isApiToken = (secret: string): boolean => secret.startsWith(PREFIX);

/** The session of a token with its user's current role; null if the token is unknown or has ended, or its user is blocked. */
export async function findTokenSession(db: Queryable, token: string, address: string): Promise<ActiveSession | null> {
  const id = TOKEN_PATTERN.exec(token)?.[1];
  const found = id === undefined ? null : await findLiveToken(db, id);
  if (id === undefined || !found || !timingSafeEqual(found.secretHash, hashToken(token))) return null;
  const { user, scopes, lastUsedAt } = found;
  if (lastUsedAt === null || Date.now() - lastUsedAt.getTime() > LAST_USED_EVERY_MINUTES * 60_000) {
    await updateTokenLastUsed(db, id, address, LAST_USED_EVERY_MINUTES);
  }
  return { id, user: actingAs(user, scopes), token: { scopes } };
}
