import type { Outcome } from "@precount/domain";
import type { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";

/** Seconds that a client should wait after SERVICE_UNAVAILABLE. */
export const RETRY_AFTER_S = 2;

type AppErrorOptions = {
  cause?: unknown;
  /** Sent to the client, for programs, such as the current value at a CONFLICT. */
  details?: unknown;
  /** For the audit log: whom or what a refused call was about. Never sent to the client. */
  subject?: { kind: string; sid: string };
  /** False for NOT_FOUND of something that the caller may see: the audit log does not record it as a refused call. */
  isRefusal?: boolean;
  /** The header `retry-after`, seconds. SERVICE_UNAVAILABLE has a default. */
  retryAfterS?: number;
};

/**
 * An expected failure with a message for the person who made the call. It is independent of the transport: RPC and direct HTTP answer with its code and message (PD-58).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly subject: AppErrorOptions["subject"] | null;
  readonly isRefusal: boolean;
  readonly retryAfterS: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    { cause, details = null, subject, isRefusal = true, retryAfterS }: AppErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.subject = subject ?? null;
    this.isRefusal = isRefusal;
    this.retryAfterS = retryAfterS ?? (code === "SERVICE_UNAVAILABLE" ? RETRY_AFTER_S : null);
  }
}

const CODE_OF_REFUSAL = { forbidden: "FORBIDDEN", invalid: "BAD_REQUEST", missing: "NOT_FOUND" } as const;

/** Turns a domain rule's refusal into an AppError: PRECONDITION_FAILED unless the rule names another kind. */
export function unwrapOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.kind ? CODE_OF_REFUSAL[outcome.kind] : "PRECONDITION_FAILED", outcome.reason);
}

/** Parses form values. Throws BAD_REQUEST with the schema's messages, as RPC inputs do. */
export function parseOrThrow<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("BAD_REQUEST", "Invalid form values", { cause: parsed.error });
}

/** The same error for a missing and for a hidden row, so that it does not tell which (PD-47). */
export const notFound = (what: string, options: Pick<AppErrorOptions, "subject"> = {}): AppError =>
  new AppError("NOT_FOUND", `This ${what} does not exist, or you may not see it.`, options);

/** For a file that the caller may see but that is not made yet or lost. */
export const fileMissing = (message: string, cause?: unknown): AppError =>
  new AppError("NOT_FOUND", message, { cause, isRefusal: false });
