import { type AccountState, type AuthUser, type Role } from "@precount/domain";
import { asc, eq, or } from "./drizzle.ts";
import type { Transaction } from "./connect.ts";
import { users } from "./schema/users.ts";
import { toAccount } from "./users.ts";

/**
 * Locks an account, the acting admin and all other admins until the transaction ends, and returns what the rules need. The lock
 * serializes two admins who block each other at the same time. Null if either account does not exist.
 */
export async function lockAccount(
  tx: Transaction,
  sid: string,
  actorSid: string,
): Promise<{ account: AccountState; user: AuthUser; actor: { sid: string; role: Role; isBlocked: boolean } } | null> {
  const rows = await tx
    .select()
    .from(users)
    .where(or(eq(users.role, "admin"), eq(users.sid, sid), eq(users.sid, actorSid)))
    .orderBy(asc(users.sid))
    // This lock mode does not block inserts of rows that refer to these users.
    .for("no key update");
  const row = rows.find((user) => user.sid === sid);
  const actor = rows.find((user) => user.sid === actorSid);
  if (!row || !actor) return null;
  const otherAdmins = rows.filter((user) => user.role === "admin" && !user.isBlocked && user.sid !== sid).length;
  const { role, isBlocked } = row;
  return { account: { sid, role, isBlocked, otherAdmins }, user: toAccount(row).user, actor };
}
