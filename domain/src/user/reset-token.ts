import { type Outcome, accept, refuse } from "../common/outcome.ts";
import { MESSAGES } from "../messages.ts";
import { type ResetTokenClaims, resetTokenClaimsSchema } from "./user.ts";

/**
 * Decodes a reset token for display: the middle one of three segments, base64url JSON. Only the server verifies the
 * signature (PD-45).
 * @param nowMs current time, milliseconds
 */
export function decodeResetToken(token: string, nowMs: number): Outcome<ResetTokenClaims> {
  const segments = token.split(".");
  const [, middle] = segments;
  const claims = segments.length === 3 && middle !== undefined ? readJson(middle) : null;
  const parsed = resetTokenClaimsSchema.safeParse(claims);
  if (!parsed.success) return refuse(MESSAGES.invalidToken, "invalid");
  return parsed.data.exp * 1000 > nowMs ? accept(parsed.data) : refuse(MESSAGES.expiredToken, "invalid");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Decodes base64url JSON without Buffer or atob, which are not available in this package. Null if it is invalid. */
function readJson(base64url: string): unknown {
  let bits = 0;
  let pending = 0;
  let escaped = "";
  for (const character of base64url.replace(/=+$/, "")) {
    const sextet = ALPHABET.indexOf(character);
    if (sextet < 0) return null;
    pending = ((pending << 6) | sextet) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    escaped += `%${((pending >> bits) & 0xff).toString(16).padStart(2, "0")}`;
  }
  try {
    return JSON.parse(decodeURIComponent(escaped));
  } catch {
    return null;
  }
}
