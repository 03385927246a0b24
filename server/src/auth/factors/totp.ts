import { Secret, TOTP } from "otpauth";

/* RFC 6238 with the parameters that every authenticator app supports. */

const PERIOD_S = 30;
/** Accepted steps before and after the current one, for a phone whose clock is wrong. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const toTotp = (secret: Secret, label = ""): TOTP =>
  new TOTP({ issuer: "Precount", label, algorithm: "SHA1", digits: 6, period: PERIOD_S, secret });

export const generateTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const toSecret = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The secret as an app accepts it: typed in, or as the address in a QR code. */
export function describeTotpSecret(bytes: Buffer, email: string): { secret: string; uri: string } {
  const secret = toSecret(bytes);
  return { secret: secret.base32, uri: toTotp(secret, email).toString() };
}

/** The time step of a right code; null for a wrong one. */
export function stepOfCode(bytes: Buffer, code: string, nowMs = Date.now()): number | null {
  const delta = toTotp(toSecret(bytes)).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
}

/** The code of a moment, for tests. */
export const codeOfSecret = (base32: string, nowMs = Date.now()): string =>
  toTotp(Secret.fromBase32(base32)).generate({ timestamp: nowMs });
