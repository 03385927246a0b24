import type { Scope } from "@precount/domain";
import type { SessionSignIn, SessionUser } from "../db/sessions.ts";

/**
 * The session of a signed-in user, or of a program with an API token. For a token, `id` is the token's id, and `user` has the role
 * that the token's scopes allow: admin only if the token was created with an admin scope.
 */
export type ActiveSession = {
  id: string;
  user: SessionUser;
  token?: { scopes: readonly Scope[] };
  /** How the session of a person began; tokens have none. */
  signIn?: SessionSignIn;
};
