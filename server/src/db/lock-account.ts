import { type AccountState, type AuthUser, type Role } from "@precount/domain";
import { asc, eq, or } from "./drizzle.ts";
import type { Transaction } from "./connect.ts";
import { users } from "./schema/users.ts";
import { toAccount } from "./users.ts";

/**
 * One account with all that rules about it look at, and its admin as they are now: both, and every admin, stay so until the
 * transaction ends, so that two admins who block each other do it one after the other. Null when nobody has that sid.
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
    // Not the keys: whoever writes in these people's names need not wait.
    .for("no key update");
  const row = rows.find((one) => one.sid === sid);
  const actor = rows.find((one) => one.sid === actorSid);
  if (!row || !actor) return null;
  const otherAdmins = rows.filter((one) => one.role === "admin" && !one.isBlocked && one.sid !== sid).length;
  const { role, isBlocked } = row;
  return { account: { sid, role, isBlocked, otherAdmins }, user: toAccount(row).user, actor };
}
