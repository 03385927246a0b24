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
 * What a procedure or an address takes to pass: nothing, a session, or a session whose person holds the right. `own-account` is
 * for people alone, `export` for taking files out; domain's table says which scope a token needs for each.
 */
export type Access = "public" | TokenAccess;

const isRight = (access: TokenAccess): access is Right => Object.hasOwn(rights, access);

export const checkAccess = ({ user, token }: ActiveSession, access: TokenAccess): Outcome<true> =>
  firstRefusal(
    () => (token ? scopesAllow(token.scopes, access) : allow),
    () => (isRight(access) ? may(user, access) : allow),
  );
