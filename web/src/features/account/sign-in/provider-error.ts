import { UNKNOWN_PROVIDER_ERROR } from "@precount/domain";
import { TRPCClientError } from "@trpc/client";
import { errorCode, errorMessage } from "../../../shared/api/errors.ts";

/** What the provider, MSAL or our server says of a sign-in that failed. */
export type ProviderError = { code: string; description: string };

/** Anybody may write the address that this is read from: no more of it is shown than a screen holds. */
const LONGEST_CODE = 64;
const LONGEST_DESCRIPTION = 300;

/** The provider's error in an address's hash (spec §2); null when the hash names none. */
export function errorInHash(hash: string): ProviderError | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.has("error")) return null;
  return shown(fields.get("error"), fields.get("error_description"));
}

/** MSAL has no words for a person, only an address of its documentation. */
const MSALS_OWN = /See https:\/\/aka\.ms\/msal/;
/** Its codes for a request of the browser's that never arrived. */
const UNREACHED = new Set([
  "endpoints_resolution_error",
  "openid_config_error",
  "network_error",
  "no_network_connectivity",
  "get_request_failed",
  "post_request_failed",
]);

/** Of what a sign-in threw. */
export function errorOf(error: unknown): ProviderError {
  if (error instanceof TRPCClientError) return shown(errorCode(error)?.toLowerCase(), errorMessage(error));
  if (!(error instanceof Error)) return NO_ANSWER;
  const code = "errorCode" in error && typeof error.errorCode === "string" ? error.errorCode : null;
  if (code !== null && UNREACHED.has(code)) return shown(code, "The provider could not be reached from this browser.");
  return shown(code, MSALS_OWN.test(error.message) ? "The sign-in could not be completed." : error.message);
}

export const NO_ANSWER: ProviderError = UNKNOWN_PROVIDER_ERROR;

/** Where there is no code. */
export const inWords = (description: string | null): ProviderError => shown(null, description);

const shown = (code: string | null | undefined, description: string | null | undefined): ProviderError => ({
  code: plain(code, LONGEST_CODE) || UNKNOWN_PROVIDER_ERROR.code,
  description: plain(description, LONGEST_DESCRIPTION) || UNKNOWN_PROVIDER_ERROR.description,
});

/** Without what a reader cannot see: control characters, and marks that turn the reading direction. */
function plain(text: string | null | undefined, most: number): string {
  const line = (text ?? "").replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const letters = Array.from(line);
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : line;
}
