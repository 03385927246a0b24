import type { AuthUser } from "@precount/domain";
import { eq, sql } from "drizzle-orm";
import type { Queryable } from "./connect.ts";
import { users } from "./schema.ts";

export type Account = { user: AuthUser; passwordHash: string | null; isBlocked: boolean };

/** By e-mail in any letters. */
export async function findAccount(db: Queryable, email: string): Promise<Account | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (!row) return null;
  const { sid, name, email: stored, role, passwordHash, isBlocked } = row;
  return { user: { sid, name, email: stored, role }, passwordHash, isBlocked };
}

export async function setLastLogin(db: Queryable, sid: string): Promise<void> {
  await db
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(eq(users.sid, sid));
}
