import {
  type Outcome,
  type Right,
  type TokenAccess,
  allow,
  firstRefusal,
  may,
  rights,
  scopesAllow,
} from "@precount/domain";
import { AppError, unwrapOrThrow } from "../errors/app-error.ts";
import type { ActiveSession } from "./active-session.ts";

/**
 * What a procedure or route requires: nothing, a session, or a session whose user has a right. API tokens may not use `own-account` and
 * `own-factors`; a session that must add a second factor may use only `own-factors`. `export` covers file downloads. Domain's table lists the scope that a token needs for each.
 */
export type Access = "public" | TokenAccess;

const isRight = (access: TokenAccess): access is Right => Object.hasOwn(rights, access);

/** The details of the refusal, for the web app, which then opens the page that adds a factor. */
const ADD_FACTOR = { step: "add-factor" } as const;

/** Throws FORBIDDEN if the session or token may not use it. */
export function requireAccess(session: ActiveSession, access: TokenAccess): void {
  if (session.signIn?.mustAddFactor && access !== "own-factors") {
    throw new AppError("FORBIDDEN", "Add a second factor to your account first.", { details: ADD_FACTOR });
  }
  unwrapOrThrow(checkAccess(session, access));
}

const checkAccess = ({ user, token }: ActiveSession, access: TokenAccess): Outcome<true> =>
  firstRefusal(
    () => (token ? scopesAllow(token.scopes, access) : allow),
    () => (isRight(access) ? may(user, access) : allow),
  );
