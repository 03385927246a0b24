import { AppError } from "./app-error.ts";

/** PostgreSQL's codes for text that a column or JSON value cannot hold, mostly a NUL character. */
const UNSTORABLE_CODES = /^(22021|22P05)$/;

export function isUnstorableText(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && UNSTORABLE_CODES.test(cause.code)) return true;
  }
  return false;
}

/**
 * Whether the input contains half of a surrogate pair. PostgreSQL rejects it in JSON, and a text column would store another
 * character in its place.
 */
export function hasLoneSurrogate(input: unknown): boolean {
  // A list instead of recursion, because a body may be nested deeper than the stack.
  const unchecked = [input];
  while (unchecked.length > 0) {
    const value = unchecked.pop();
    if (typeof value === "string" && !value.isWellFormed()) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) unchecked.push(key, member);
  }
  return false;
}

export const unstorableTextError = (cause?: unknown): AppError =>
  new AppError(
    "BAD_REQUEST",
    "This text contains a character that cannot be stored. Type it again instead of pasting it.",
    {
      cause,
    },
  );
