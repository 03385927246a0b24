import { UNKNOWN_PROVIDER_ERROR } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";
import { errorCode, errorMessage } from "../../../shared/api/errors.ts";

/** The error of a failed sign-in, from the provider, MSAL or the server. */
export type ProviderError = { code: string; description: string };

/** The text comes from the URL, which anyone can write: limit it to what fits a screen. */
const MAX_CODE_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 300;

/** The provider's error in the hash of a URL (spec §2); null when the hash has none. */
export function errorInHash(hash: string): ProviderError | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.has("error")) return null;
  return toProviderError(fields.get("error"), fields.get("error_description"));
}

/** MSAL's own messages only link to its documentation. */
const MSAL_MESSAGE = /See https:\/\/aka\.ms\/msal/;
/** MSAL's codes for requests that did not reach the provider. */
const CONNECTION_ERRORS = new Set([
  "endpoints_resolution_error",
  "openid_config_error",
  "network_error",
  "no_network_connectivity",
  "get_request_failed",
  "post_request_failed",
]);

/** The error that a sign-in threw. */
export function errorOf(error: unknown): ProviderError {
  if (error instanceof TRPCClientError) return toProviderError(errorCode(error)?.toLowerCase(), errorMessage(error));
  if (!(error instanceof Error)) return UNKNOWN_ERROR;
  const code = "errorCode" in error && typeof error.errorCode === "string" ? error.errorCode : null;
  if (code !== null && CONNECTION_ERRORS.has(code))
    return toProviderError(code, "The provider could not be reached from this browser.");
  return toProviderError(
    code,
    MSAL_MESSAGE.test(error.message) ? "The sign-in could not be completed." : error.message,
  );
}

export const UNKNOWN_ERROR: ProviderError = UNKNOWN_PROVIDER_ERROR;

/** An error without a code. */
export const describedError = (description: string | null): ProviderError => toProviderError(null, description);

const toProviderError = (code: string | null | undefined, description: string | null | undefined): ProviderError => ({
  code: plain(code, MAX_CODE_LENGTH) || UNKNOWN_PROVIDER_ERROR.code,
  description: plain(description, MAX_DESCRIPTION_LENGTH) || UNKNOWN_PROVIDER_ERROR.description,
});

/** Removes invisible characters: control characters and marks that change the reading direction. */
function plain(text: string | null | undefined, maxLength: number): string {
  const line = (text ?? "").replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const letters = Array.from(line);
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join("")}…` : line;
}
