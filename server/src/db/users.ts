import type { AuthUser } from "@precount/domain";
import { eq, sql } from "./drizzle.ts";
import type { Database, Queryable } from "./connect.ts";
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

export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await db.$count(users, eq(users.role, "admin"))) > 0;
}

/** Any fixed number: one server at a time looks for an admin and makes one. */
const FIRST_ADMIN_LOCK = 7_322_847;

/** False when there is an admin by now, or somebody has the e-mail. */
export async function insertFirstAdmin(
  db: Database,
  row: Pick<typeof users.$inferInsert, "sid" | "email" | "name" | "passwordHash">,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
    if (await hasAdmin(tx)) return false;
    const { rowCount } = await tx
      .insert(users)
      .values({ ...row, role: "admin" })
      .onConflictDoNothing();
    return rowCount === 1;
  });
}

/** Who made the installation; in whose name it does what nobody asked for. */
export async function findFirstAdmin(db: Queryable): Promise<AuthUser | null> {
  const [row] = await db
    .select({ sid: users.sid, name: users.name, email: users.email, role: users.role })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(users.createdAt)
    .limit(1);
  return row ?? null;
}
