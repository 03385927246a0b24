import { MESSAGES } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server";

/**
 * HTTP reason phrases by tRPC code; the error page uses them as its title (spec §2). The type requires a phrase for every code that the
 * server can send.
 */
const STATUS_TEXT: Readonly<Record<TRPC_ERROR_CODE_KEY, string>> = {
  PARSE_ERROR: "Bad Request",
  BAD_REQUEST: "Bad Request",
  UNAUTHORIZED: "Unauthorized",
  PAYMENT_REQUIRED: "Payment Required",
  FORBIDDEN: "Forbidden",
  NOT_FOUND: "Not Found",
  METHOD_NOT_SUPPORTED: "Method Not Allowed",
  TIMEOUT: "Request Timeout",
  CONFLICT: "Conflict",
  PRECONDITION_FAILED: "Precondition Failed",
  PAYLOAD_TOO_LARGE: "Payload Too Large",
  UNSUPPORTED_MEDIA_TYPE: "Unsupported Media Type",
  UNPROCESSABLE_CONTENT: "Unprocessable Content",
  PRECONDITION_REQUIRED: "Precondition Required",
  TOO_MANY_REQUESTS: "Too Many Requests",
  CLIENT_CLOSED_REQUEST: "Client Closed Request",
  INTERNAL_SERVER_ERROR: "Internal Server Error",
  NOT_IMPLEMENTED: "Not Implemented",
  BAD_GATEWAY: "Bad Gateway",
  SERVICE_UNAVAILABLE: "Service Unavailable",
  GATEWAY_TIMEOUT: "Gateway Timeout",
};

/** Reason phrases of answers without a tRPC code, from a proxy or from the HTTP layer of the server. */
const PROXY_STATUS_TEXT: Readonly<Record<number, string>> = {
  408: STATUS_TEXT.TIMEOUT,
  413: STATUS_TEXT.PAYLOAD_TOO_LARGE,
  429: STATUS_TEXT.TOO_MANY_REQUESTS,
  431: "Request Header Fields Too Large",
  500: STATUS_TEXT.INTERNAL_SERVER_ERROR,
  502: STATUS_TEXT.BAD_GATEWAY,
  503: STATUS_TEXT.SERVICE_UNAVAILABLE,
  504: STATUS_TEXT.GATEWAY_TIMEOUT,
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

const STEPS = ["confirm", "add-factor", "set-password"] as const;

/** The step that the server requires before the call: to confirm the user, to add a second factor, or to set a password. Null for other errors. */
export function requiredStep(error: unknown): (typeof STEPS)[number] | null {
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const details: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "details") : null;
  const step: unknown = typeof details === "object" && details !== null ? Reflect.get(details, "step") : null;
  return STEPS.find((known) => known === step) ?? null;
}

/** The HTTP status of an answer that the client could not read as tRPC; null without an answer. */
function unreadStatus(error: unknown): number | null {
  const response = error instanceof TRPCClientError ? error.meta?.["response"] : undefined;
  return response instanceof Response ? response.status : null;
}

/** The reason phrase of the answer's status, or the general title for errors that are no answers. */
export function statusText(error: unknown): string {
  const code = errorCode(error);
  const text =
    code === null ? PROXY_STATUS_TEXT[unreadStatus(error) ?? 0] : new Map(Object.entries(STATUS_TEXT)).get(code);
  return text ?? MESSAGES.errorPageTitle;
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
