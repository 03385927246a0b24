import { isCommonPassword } from "@precount/domain";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { hasAdmin, insertFirstAdmin } from "../db/users.ts";
import { newSid } from "../lib/ids.ts";
import { makePasswordLink } from "./password-link.ts";
import { hashPassword } from "./password.ts";

const DEFAULT_EMAIL = "admin@precount.local";

/**
 * `token` is that of a set-password link, unless the operator gave a password: the caller shows it once, and it is not stored.
 * `isCommon`: the operator's password is in the list of common passwords.
 */
export type NewAdmin = { email: string; token: string | null; isCommon: boolean };

/**
 * Creates the first admin; null if one exists, also when several servers start at once. Later changes of ADMIN_EMAIL and
 * ADMIN_PASSWORD have no effect.
 */
export async function ensureAdmin(db: Database, { admin }: Pick<Config, "admin">): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const { password } = admin;
  const passwordHash = password === null ? null : await hashPassword(password);
  const row = { sid: newSid(), email: admin.email ?? DEFAULT_EMAIL, name: "Admin", passwordHash };
  const { email } = row;
  return db.transaction(async (tx) => {
    if (!(await insertFirstAdmin(tx, row))) return null;
    if (password !== null) return { email, token: null, isCommon: isCommonPassword(password) };
    return { email, token: (await makePasswordLink(tx, row, row.sid)).token, isCommon: false };
  });
}
