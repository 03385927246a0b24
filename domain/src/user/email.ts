import { z } from "zod";

const INVALID = "Invalid email address";
/** Maximum length of an address (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/**
 * Normalizes an e-mail address for storage and comparison: trimmed, compatibility characters such as full-width
 * letters replaced (NFKC), lowercase. An invalid address stays invalid.
 */
export const normalizeEmail = (typed: string): string => typed.trim().normalize("NFKC").trim().toLowerCase();

/**
 * Validates and normalizes a typed e-mail address. Control characters, a second @ and non-Latin alphabets are
 * rejected.
 */
export const emailSchema = z
  .string(INVALID)
  // Checked first: no valid address is this long, even with surrounding spaces.
  .max(4 * MAX_EMAIL_LENGTH, INVALID)
  .transform(normalizeEmail)
  .pipe(z.email(INVALID).max(MAX_EMAIL_LENGTH, INVALID));
