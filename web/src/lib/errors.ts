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

/** The server's code (`NOT_FOUND`, …), or null where the error did not come from there. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "code" in data && typeof data.code === "string"
    ? data.code
    : null;
}

export function statusText(error: unknown): string {
  return STATUS_TEXT[errorCode(error) ?? ""] ?? MESSAGES.errorPageTitle;
}

/** In words for a person. A request that never reached the server says so. */
export function errorMessage(error: unknown): string {
  if (error instanceof TRPCClientError && errorCode(error) === null) {
    return "The server could not be reached. Check the connection and try again.";
  }
  return error instanceof Error ? error.message : String(error);
}
