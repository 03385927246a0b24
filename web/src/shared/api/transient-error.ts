import { errorCode } from "./errors.ts";

/** Codes of transient errors, which do not depend on the content of the request. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "SERVICE_UNAVAILABLE",
  "BAD_GATEWAY",
  "GATEWAY_TIMEOUT",
  "TIMEOUT",
  "TOO_MANY_REQUESTS",
]);

/** Whether the same call may succeed later. An error without one of our codes does not come from our server. */
export function isTransientError(error: unknown): boolean {
  const code = errorCode(error);
  return code === null || TRANSIENT_CODES.has(code);
}
