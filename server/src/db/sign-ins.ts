import { and, eq, sql } from "./drizzle.ts";
import type { Transaction } from "./connect.ts";
import { users } from "./schema/users.ts";

/**
 * Notes a sign-in, which holds the account as it is until the transaction ends. False when it was blocked since it was looked at, or
 * its password changed: then nobody has signed in. `rehashed` takes the hash's place: the same password by today's rule.
 */
export async function recordSignIn(
  tx: Transaction,
  sid: string,
  { passwordHash, rehashed }: { passwordHash: string; rehashed: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ lastLoginAt: sql`now()`, passwordHash: rehashed })
    .where(and(eq(users.sid, sid), eq(users.passwordHash, passwordHash), eq(users.isBlocked, false)));
  return rowCount === 1;
}

/** False when somebody has changed it since `from` was read. */
export async function replacePassword(tx: Transaction, sid: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.sid, sid), eq(users.passwordHash, from)));
  return rowCount === 1;
}
