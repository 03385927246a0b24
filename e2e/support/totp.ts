import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** The code of an authenticator app (RFC 6238). @param key in base32 */
export function totpCode(key: string, nowMs = Date.now()): string {
  const bits = Array.from(key, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / PERIOD_MS)));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) % 16;
  // The top bit is left out, as the standard says.
  const code = (digest.readUInt32BE(offset) % 2 ** 31) % 1_000_000;
  return String(code).padStart(6, "0");
}
