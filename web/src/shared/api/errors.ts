import { MESSAGES } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";

/** HTTP reason phrases by tRPC code; the error page uses them as its title (spec §2). */
const STATUS_TEXT: Readonly<Record<string, string>> = {
  BAD_REQUEST: "Bad Request",
  UNAUTHORIZED: "Unauthorized",
  FORBIDDEN: "Forbidden",
  NOT_FOUND: "Not Found",
  CONFLICT: "Conflict",
  PRECONDITION_FAILED: "Precondition Failed",
  TOO_MANY_REQUESTS: "Too Many Requests",
  INTERNAL_SERVER_ERROR: "Internal Server Error",
};

/** A text field that the server attached to its error; null for errors that did not come from the server. */
function errorDataField(error: unknown, field: "code" | "requestId"): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Reflect.get(data, field);
  return typeof value === "string" ? value : null;
}

/** The server's error code (`NOT_FOUND`, …), or null for errors that did not come from the server. */
export const errorCode = (error: unknown): string | null => errorDataField(error, "code");

export function statusText(error: unknown): string {
  return STATUS_TEXT[errorCode(error) ?? ""] ?? MESSAGES.errorPageTitle;
}

/** Appends the error id with which an operator finds the error in the server's log. */
export const withErrorId = (message: string, id: string | null | undefined): string =>
  id ? `${message} (error id ${id})` : message;

/** The error as a message for users. Connection errors get their own message. */
export function errorMessage(error: unknown): string {
  if (error instanceof TRPCClientError && errorCode(error) === null) {
    return "The server could not be reached. Check the connection and try again.";
  }
  if (!(error instanceof Error)) return String(error);
  const isInternal = errorCode(error) === "INTERNAL_SERVER_ERROR";
  return withErrorId(error.message, isInternal ? errorDataField(error, "requestId") : null);
}
