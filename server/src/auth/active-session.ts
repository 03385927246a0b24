import type { Scope } from "@precount/domain";
import { type SessionUser } from "../db/sessions.ts";

/**
 * Somebody who is signed in, or a program with their token: then `id` is the token's, and `user` who they are to it, which is no
 * admin unless it was made for what admins may.
 */
export type ActiveSession = { id: string; user: SessionUser; token?: { scopes: readonly Scope[] } };
