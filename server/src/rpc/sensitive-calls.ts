import { needsConfirmation } from "@precount/domain";
import type { ActiveSession } from "../auth/active-session.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * Calls for which a person must have proved their identity in the last ten minutes (PD-117). An unlocked screen must not be enough to
 * take over accounts, to send reports elsewhere, or to delete an event. The change of the own password is not in the list, because it
 * requires the current password.
 */
const SENSITIVE_CALLS: ReadonlySet<string> = new Set([
  "destination.createDestination",
  "destination.rotateSigningSecret",
  "destination.updateDestination",
  "factor.addPasskey",
  "factor.addTotp",
  "factor.beginPasskey",
  "factor.beginTotp",
  "factor.makeRecoveryCodes",
  "factor.removeFactor",
  "project.deleteProject",
  "report.createEvidenceLink",
  "token.createToken",
  "user.createUser",
  "user.endOtherSessions",
  "user.endOwnSession",
  "user.forgetWorkAccount",
  "user.makeSetPasswordLink",
  "user.resetFactors",
  "user.setRole",
  "user.setSignInPolicy",
]);

/** The details of the refusal, for the web app, which then asks for the proof and repeats the call. */
const CONFIRM = { step: "confirm" } as const;

/** Throws PRECONDITION_REQUIRED if the call needs the person's proof first. Tokens and work accounts do not. */
export function requireConfirmation({ signIn }: ActiveSession, path: string): void {
  if (signIn && SENSITIVE_CALLS.has(path) && needsConfirmation(signIn, new Date())) {
    throw new AppError("PRECONDITION_REQUIRED", "Please confirm that it is you.", { details: CONFIRM });
  }
}
