import { MESSAGES } from "@precount/domain";
import { ZodError } from "zod";
import { AppError } from "./app-error.ts";
import type { ErrorCode } from "./error-codes.ts";
import { asTransientError } from "./transient-error.ts";
import { isUnstorableText, unstorableTextError } from "./unstorable-text.ts";

/** zod's default messages do not name the field, so it is put before them. The specification's messages are complete. */
const ZOD_DEFAULT_MESSAGES = /^(Invalid (input|option|key|union|discriminator|ISO)|Too (big|small)|Unrecognized key)/;

/** One line for each message. */
function zodMessage(error: ZodError): string {
  const lines = error.issues.map(({ path, message }) =>
    ZOD_DEFAULT_MESSAGES.test(message) && path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  return [...new Set(lines)].join("\n");
}

/** The answer to a refused or failed request. */
export type ErrorAnswer = { code: ErrorCode; message: string; details?: unknown; requestId?: string };

/** What a client may read of an error: its message and, for programs, details. Never a stack. */
export function toPublicError(error: AppError): { message: string; details: unknown } {
  if (error.cause instanceof ZodError && error.code === "BAD_REQUEST") {
    return {
      message: zodMessage(error.cause),
      details: error.cause.issues.map(({ path, message }) => ({ path, message })),
    };
  }
  if (error.code === "INTERNAL_SERVER_ERROR") return { message: MESSAGES.serverError, details: null };
  return { message: error.message, details: error.details };
}

/** Any error as an AppError: of its cause if that is an outage or text that cannot be stored, otherwise INTERNAL_SERVER_ERROR. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnstorableText(error)) return unstorableTextError(error);
  const message = error instanceof Error ? error.message : String(error);
  return asTransientError(error) ?? new AppError("INTERNAL_SERVER_ERROR", message, { cause: error });
}
