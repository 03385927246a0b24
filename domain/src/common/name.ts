import { z } from "zod";

/**
 * Rejects line breaks, control characters and bidirectional overrides, because names appear in lists, mails and the
 * log.
 */
const ONE_PLAIN_LINE = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;

/** A name: one line, trimmed, 1–100 characters. `tooShort` is the message for fewer than `min` characters. */
export const nameSchema = (min: number, tooShort: string): z.ZodString =>
  z
    .string()
    .trim()
    .min(min, tooShort)
    .max(100, "Name must be no more than 100 characters long")
    .regex(ONE_PLAIN_LINE, "Name must not contain control characters");
