import { MAX_QUERY_RETRIES } from "./spec-constants.ts";

/*
 * Which requests a browser retries without asking: those that may be sent twice. Edits are sent until they arrive,
 * with an idempotency key (ADR-008). Other changes are not retried, because the first request may have succeeded.
 */

const PERMANENT_ERROR_CODES: ReadonlySet<string> = new Set(["UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "BAD_REQUEST"]);

/**
 * Whether a query is retried (spec §8 and §9: never after UNAUTHORIZED, otherwise fewer than 3 times). Permanent
 * errors are not retried.
 * @param failures number of failures before this one
 * @param code the server's error code; null if there was no answer, or not from the server
 */
export const shouldRetryQuery = (failures: number, code: string | null): boolean =>
  failures < MAX_QUERY_RETRIES && !PERMANENT_ERROR_CODES.has(code ?? "");

/** Answers of a proxy without its server, and of an overloaded server. */
const TEMPORARY_HTTP_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const UPLOAD_RETRY_DELAYS_MS = [500, 1500, 4000] as const;

/**
 * Delay before an upload is retried, milliseconds; null if the user decides. Uploading the same bytes twice creates
 * one image.
 * @param failures number of failures before this one
 * @param status HTTP status; null if there was no answer
 */
export function uploadRetryDelayMs(failures: number, status: number | null): number | null {
  if (status !== null && !TEMPORARY_HTTP_STATUSES.has(status)) return null;
  return UPLOAD_RETRY_DELAYS_MS[failures] ?? null;
}
