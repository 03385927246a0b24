import { and, eq, gt, lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { passwordLinks } from "./schema/sign-in.ts";

/** Stores a link, which replaces the user's earlier one. */
export async function replacePasswordLink(db: Queryable, row: typeof passwordLinks.$inferInsert): Promise<void> {
  const { idHash, createdBy, expiresAt } = row;
  await db
    .insert(passwordLinks)
    .values(row)
    .onConflictDoUpdate({
      target: passwordLinks.userSid,
      set: { idHash, createdBy: createdBy ?? null, expiresAt, createdAt: sql`now()` },
    });
}

const isValid = (userSid: string, idHash: Buffer) =>
  and(eq(passwordLinks.userSid, userSid), eq(passwordLinks.idHash, idHash), gt(passwordLinks.expiresAt, sql`now()`));

export const hasPasswordLink = async (db: Queryable, userSid: string, idHash: Buffer): Promise<boolean> =>
  (await db.$count(passwordLinks, isValid(userSid, idHash))) > 0;

/** Uses up a link. Of several concurrent calls, one returns true. */
export async function consumePasswordLink(db: Queryable, userSid: string, idHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.delete(passwordLinks).where(isValid(userSid, idHash));
  return rowCount === 1;
}

export async function deletePasswordLink(db: Queryable, userSid: string): Promise<void> {
  await db.delete(passwordLinks).where(eq(passwordLinks.userSid, userSid));
}

export async function deleteOldPasswordLinks(db: Queryable): Promise<void> {
  await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, sql`now()`));
}
