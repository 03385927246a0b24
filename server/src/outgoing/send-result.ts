import { describeConnectionError } from "./connection-error.ts";

/** The outcome of an attempt: where it arrived, or why it did not. */
export type SendResult =
  | { ok: true; status: number | null; target: string | null }
  /** `isGone`: the receiver wants no more messages (410). */
  | { ok: false; status: number | null; error: string; isGone: boolean };

export const sent = (target: string | null, status: number | null = null): SendResult => ({ ok: true, status, target });

/** The outcome of an answer: only a status of 200–299 counts as arrived. */
export function ofStatus(status: number, target: string | null): SendResult {
  if (status >= 200 && status < 300) return sent(target, status);
  const error =
    status >= 300 && status < 400
      ? "It answered with a redirect, which is not followed."
      : `It answered with status ${status}.`;
  return { ok: false, status, error, isGone: status === 410 };
}

/** The longest message of another system that is kept. */
const MAX_ERROR_LENGTH = 500;

export function ofError(error: unknown): SendResult {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const text = describeConnectionError(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  return { ok: false, status: null, error: text.slice(0, MAX_ERROR_LENGTH), isGone: false };
}
