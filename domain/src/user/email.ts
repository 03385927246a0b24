import { z } from "zod";

const INVALID = "Invalid email address";
/** What a mail server takes (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/**
 * The one form of an e-mail that is stored, compared and written to: no space around it, full-width and other
 * compatible letters as the plain ones they look like, lowercase. What is no e-mail stays none.
 */
export const normalizeEmail = (typed: string): string => typed.trim().normalize("NFKC").trim().toLowerCase();

/** An e-mail as anybody may type it; what comes out is its one form. Control characters, a second @ and other alphabets do not pass. */
export const emailSchema = z
  .string(INVALID)
  // Before anything else looks at it: no e-mail is so long, spaces around it included.
  .max(4 * MAX_EMAIL_LENGTH, INVALID)
  .transform(normalizeEmail)
  .pipe(z.email(INVALID).max(MAX_EMAIL_LENGTH, INVALID));
