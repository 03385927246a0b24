import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** The canonical form of a JSON value (RFC 8785): equal values give equal text. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("a value is not JSON");
  return text;
}

export const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

/** sha256 of a value's canonical form, in hex. */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value)).toString("hex");
