import { type AccountState, type AuthUser, type Role, type UserRow, normalizeEmail } from "@precount/domain";
import { and, asc, eq, or, sql } from "./drizzle.ts";
import type { Database, Queryable, Transaction } from "./connect.ts";
import { users } from "./schema/users.ts";

/** All SQL about people's accounts; rows ↔ domain types. */

type Row = typeof users.$inferSelect;

export type Account = { user: AuthUser; passwordHash: string | null; isBlocked: boolean };

function toAccount({ sid, name, email, role, passwordHash, isBlocked }: Row): Account {
  return { user: { sid, name, email, role }, passwordHash, isBlocked };
}

const toUserRow = (row: Row): UserRow => ({
  sid: row.sid,
  name: row.name,
  email: row.email,
  role: row.role,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  isBlocked: row.isBlocked,
  hasPassword: row.passwordHash !== null,
  groups: row.groups,
});

/** By e-mail in any letters. */
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

/** Everyone, by name: an installation has hundreds of people at most. */
export async function listUsers(db: Queryable): Promise<UserRow[]> {
  const rows = await db
    .select()
    .from(users)
    .orderBy(asc(sql`lower(${users.name})`), asc(users.sid));
  return rows.map(toUserRow);
}

export async function readUser(db: Queryable, sid: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.sid, sid));
  return row ? toUserRow(row) : null;
}

/** False when somebody has the e-mail. */
export async function insertUser(
  db: Queryable,
  row: Pick<typeof users.$inferInsert, "sid" | "email" | "name" | "role" | "passwordHash" | "isBlocked">,
): Promise<boolean> {
  const { rowCount } = await db.insert(users).values(row).onConflictDoNothing();
  return rowCount === 1;
}

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

export async function updateUser(
  db: Queryable,
  sid: string,
  change: Partial<Pick<Row, "role" | "isBlocked" | "passwordHash">>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.sid, sid));
}

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
