import { MESSAGES, isDefaultIssue, issueText } from "@precount/domain";
import { ZodError } from "zod";
import { AppError } from "./app-error.ts";
import type { ErrorCode } from "./error-codes.ts";
import { asTransientError } from "./transient-error.ts";
import { isUnstorableText, unstorableTextError } from "./unstorable-text.ts";

/** One line for each message, with the field before messages that do not name it. */
function zodMessage(error: ZodError): string {
  const lines = error.issues.map((issue) =>
    isDefaultIssue(issue) && issue.path.length > 0 ? `${issue.path.join(".")}: ${issueText(issue)}` : issueText(issue),
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
      details: error.cause.issues.map((issue) => ({ path: issue.path, message: issueText(issue) })),
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
