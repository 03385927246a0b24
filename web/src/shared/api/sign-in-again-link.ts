import { hasUnsavedInput } from "../forms/unsaved-input.ts";
import { signInAgain } from "../session/sign-in-again.ts";
import { type ApiLink, askLink } from "./ask-link.ts";
import { errorCode } from "./errors.ts";

/** Options for the calls of the dialog that signs in again: there, UNAUTHORIZED must not open the dialog. */
export const SIGNS_IN = { context: { signsIn: true } } as const;

/**
 * When the session has ended and the screen has unsaved input, asks the user to sign in over the page and repeats the call once (PD-178).
 * Otherwise the query client leads to /logout.
 */
export const signInAgainLink: ApiLink = askLink((error, { context }) => {
  const isEnded = errorCode(error) === "UNAUTHORIZED" && context["signsIn"] !== true;
  return isEnded && hasUnsavedInput() ? (signInAgain.request?.() ?? null) : null;
});
