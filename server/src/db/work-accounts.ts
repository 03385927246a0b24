import { and, eq, lt, sql } from "./drizzle.ts";
import type { Queryable, Transaction } from "./connect.ts";
import { workAccountNonces, workAccounts } from "./schema/sign-in.ts";

/** All SQL about signing in with a work account. */

/** Marks a nonce as used; false if it was used before. */
export async function consumeNonce(db: Queryable, row: typeof workAccountNonces.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(workAccountNonces).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** Deletes expired nonces. An expired nonce is rejected for its age. */
export async function deleteOldNonces(db: Queryable): Promise<void> {
  await db.delete(workAccountNonces).where(lt(workAccountNonces.expiresAt, sql`now() - interval '1 minute'`));
}

type Identity = { issuer: string; subject: string };

/** The sid of the user whose work account this is. */
export async function findWorkAccount(db: Queryable, { issuer, subject }: Identity): Promise<string | null> {
  const [row] = await db
    .select({ userSid: workAccounts.userSid })
    .from(workAccounts)
    .where(and(eq(workAccounts.issuer, issuer), eq(workAccounts.subject, subject)));
  return row?.userSid ?? null;
}

/** Links a work account. Does nothing if it is linked already or the user has another account of the provider. */
export async function insertWorkAccount(tx: Transaction, row: Identity & { userSid: string }): Promise<void> {
  await tx.insert(workAccounts).values(row).onConflictDoNothing();
}

export async function deleteWorkAccounts(db: Queryable, userSid: string): Promise<number> {
  const { rowCount } = await db.delete(workAccounts).where(eq(workAccounts.userSid, userSid));
  return rowCount ?? 0;
}
