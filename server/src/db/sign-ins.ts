import { and, eq, sql } from "./drizzle.ts";
import type { Transaction } from "./connect.ts";
import { users } from "./schema/users.ts";

/**
 * Records a sign-in and locks the account until the transaction ends. False if the account was blocked or its password changed
 * since the check: then the sign-in fails. `rehashed` replaces the hash: the same password with the current parameters.
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

/** Sets a password that the person has chosen; it does not expire. */
export async function setPassword(tx: Transaction, sid: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash, passwordExpiresAt: null }).where(eq(users.sid, sid));
}

/** The same; false if the password has changed since `from` was read. */
export async function replacePassword(tx: Transaction, sid: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ passwordHash: to, passwordExpiresAt: null })
    .where(and(eq(users.sid, sid), eq(users.passwordHash, from)));
  return rowCount === 1;
}

/** Records a sign-in by other means than a password, and locks the user's row until the transaction ends. False if the user has been blocked meanwhile. */
export async function recordSignInWithoutPassword(tx: Transaction, userSid: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(and(eq(users.sid, userSid), eq(users.isBlocked, false)));
  return rowCount === 1;
}
