import { MESSAGES } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";

/** What the server's code is called in HTTP; the error page shows it as its title (spec §2). */
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

/** A text of the server's own about its answer, such as its code; null where the error did not come from there. */
function errorDataField(error: unknown, what: "code" | "requestId"): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Reflect.get(data, what);
  return typeof value === "string" ? value : null;
}

/** The server's code (`NOT_FOUND`, …), or null where the error did not come from there. */
export const errorCode = (error: unknown): string | null => errorDataField(error, "code");

export function statusText(error: unknown): string {
  return STATUS_TEXT[errorCode(error) ?? ""] ?? MESSAGES.errorPageTitle;
}

/** Of a failure that is the server's own: with the number by which whoever runs it finds what happened. */
export const withErrorId = (message: string, id: string | null | undefined): string =>
  id ? `${message} (error id ${id})` : message;

/** In words for a person. A request that never reached the server says so. */
export function errorMessage(error: unknown): string {
  if (error instanceof TRPCClientError && errorCode(error) === null) {
    return "The server could not be reached. Check the connection and try again.";
  }
  if (!(error instanceof Error)) return String(error);
  const isServersOwn = errorCode(error) === "INTERNAL_SERVER_ERROR";
  return withErrorId(error.message, isServersOwn ? errorDataField(error, "requestId") : null);
}
