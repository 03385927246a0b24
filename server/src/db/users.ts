import { type AuthUser, type UserRow, normalizeEmail } from "@precount/domain";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { asc, eq, inArray, sql } from "./drizzle.ts";
import type { Database, Queryable } from "./connect.ts";
import { hasFactor } from "./factors.ts";
import { users } from "./schema/users.ts";

type Row = typeof users.$inferSelect;

export type Account = {
  user: AuthUser;
  passwordHash: string | null;
  passwordExpiresAt: Date | null;
  isBlocked: boolean;
};

export function toAccount({ sid, name, email, role, passwordHash, passwordExpiresAt, isBlocked }: Row): Account {
  return { user: { sid, name, email, role }, passwordHash, passwordExpiresAt, isBlocked };
}

const selectUsers = (db: Queryable) => db.select({ row: users, hasFactor: hasFactor(users.sid) }).from(users);

const toUserRow = ({ row, hasFactor: isProtected }: { row: Row; hasFactor: boolean }): UserRow => ({
  sid: row.sid,
  name: row.name,
  email: row.email,
  role: row.role,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  isBlocked: row.isBlocked,
  hasPassword: row.passwordHash !== null,
  hasFactor: isProtected,
  groups: row.groups,
});

/** Finds an account by e-mail, case-insensitively. */
export async function findAccount(db: Queryable, email: string): Promise<Account | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, normalizeEmail(email)));
  return row ? toAccount(row) : null;
}

export async function readAccount(db: Queryable, sid: string): Promise<Account | null> {
  const [row] = await db.select().from(users).where(eq(users.sid, sid));
  return row ? toAccount(row) : null;
}

/** All users by name, without paging: an installation has at most hundreds of users. */
export async function listUsers(db: Queryable): Promise<UserRow[]> {
  const rows = await selectUsers(db).orderBy(asc(sql`lower(${users.name})`), asc(users.sid));
  return rows.map(toUserRow);
}

export async function readUser(db: Queryable, sid: string): Promise<UserRow | null> {
  const [row] = await selectUsers(db).where(eq(users.sid, sid));
  return row ? toUserRow(row) : null;
}

/** Names by sid. */
export async function readUserNames(db: Queryable, sids: readonly string[]): Promise<Map<string, string>> {
  if (sids.length === 0) return new Map();
  const rows = await db
    .select({ sid: users.sid, name: users.name })
    .from(users)
    .where(inArray(users.sid, [...new Set(sids)]));
  return new Map(rows.map(({ sid, name }) => [sid, name]));
}

/** False if the e-mail is taken. */
export async function insertUser(
  db: Queryable,
  row: Pick<typeof users.$inferInsert, "sid" | "email" | "name" | "role" | "passwordHash" | "isBlocked">,
): Promise<boolean> {
  const { rowCount } = await db.insert(users).values(row).onConflictDoNothing();
  return rowCount === 1;
}

export async function updateUser(
  db: Queryable,
  sid: string,
  change: Partial<Pick<Row, "name" | "role" | "isBlocked">>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.sid, sid));
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await db.$count(users, eq(users.role, "admin"))) > 0;
}

/** False if an admin exists by now or the e-mail is taken. */
export async function insertFirstAdmin(
  db: Database,
  row: Pick<typeof users.$inferInsert, "sid" | "email" | "name" | "passwordHash" | "passwordExpiresAt">,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstAdmin})`);
    if (await hasAdmin(tx)) return false;
    const { rowCount } = await tx
      .insert(users)
      .values({ ...row, role: "admin" })
      .onConflictDoNothing();
    return rowCount === 1;
  });
}

/** The oldest admin account, used as the actor of automatic actions. */
export async function findFirstAdmin(db: Queryable): Promise<AuthUser | null> {
  const [row] = await db
    .select({ sid: users.sid, name: users.name, email: users.email, role: users.role })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(users.createdAt)
    .limit(1);
  return row ?? null;
}
