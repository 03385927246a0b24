import { z } from "zod";

/**
 * Rejects line breaks, control characters and bidirectional overrides, because names appear in lists, mails and the
 * log.
 */
const ONE_PLAIN_LINE = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;

/** One trimmed line of at most `max` characters. `what` begins its messages. */
export const lineSchema = (what: string, max: number): z.ZodString =>
  z
    .string()
    .trim()
    .max(max, `${what} must be no more than ${max} characters long`)
    .regex(ONE_PLAIN_LINE, `${what} must not contain control characters`);

/** Rejects text of zero-width characters only, which looks empty in lists. The message for no text at all comes from `min`. */
export const VISIBLE = /^$|[^\p{Cf}\p{Z}]/u;

/**
 * A name: one line, trimmed, 1–100 characters, at least one of them visible. `tooShort` is the message for fewer than `min` characters and
 * for invisible names.
 */
export const nameSchema = (min: number, tooShort: string): z.ZodString =>
  lineSchema("Name", 100).min(min, tooShort).regex(VISIBLE, tooShort);
