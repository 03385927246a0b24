import { MAX_QUERY_RETRIES } from "./constants.ts";

/*
 * What a browser tries again by itself when an answer does not come, without anybody noticing: what may be sent twice. Edits are sent
 * until they arrive, under a key (decision 8). Other changes are not: nobody knows whether the first one did it.
 */

const PERMANENT_ERROR_CODES: ReadonlySet<string> = new Set(["UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "BAD_REQUEST"]);

/**
 * Of a list or anything else that is only looked at (spec §8 and §9: never after UNAUTHORIZED, else fewer than 3 times). What cannot change
 * is not asked again.
 * @param failures so far, without this one
 * @param code the server's; null where the answer was not the server's, or none came
 */
export const shouldRetryQuery = (failures: number, code: string | null): boolean =>
  failures < MAX_QUERY_RETRIES && !PERMANENT_ERROR_CODES.has(code ?? "");

/** What a proxy without its server answers, and a server that says "not now". */
const TEMPORARY_HTTP_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const UPLOAD_RETRY_DELAYS_MS = [500, 1500, 4000] as const;

/**
 * How long until a photo is sent again, milliseconds; null when that is for a person to decide. The same bytes are one photo however often they come.
 * @param failures so far, without this one
 * @param status of HTTP; null where no answer came
 */
export function uploadRetryDelayMs(failures: number, status: number | null): number | null {
  if (status !== null && !TEMPORARY_HTTP_STATUSES.has(status)) return null;
  return UPLOAD_RETRY_DELAYS_MS[failures] ?? null;
}
