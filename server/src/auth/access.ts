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
import type { ActiveSession } from "./active-session.ts";

/**
 * What a procedure or route requires: nothing, a session, or a session whose user has a right. API tokens may not use `own-account`;
 * `export` covers file downloads. Domain's table lists the scope that a token needs for each.
 */
export type Access = "public" | TokenAccess;

const isRight = (access: TokenAccess): access is Right => Object.hasOwn(rights, access);

export const checkAccess = ({ user, token }: ActiveSession, access: TokenAccess): Outcome<true> =>
  firstRefusal(
    () => (token ? scopesAllow(token.scopes, access) : allow),
    () => (isRight(access) ? may(user, access) : allow),
  );
