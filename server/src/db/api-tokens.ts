import { type Scope, type TokenRow, scopeSchema } from "@precount/domain";
import { and, desc, eq, gt, isNull, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { apiTokens } from "./schema/api-tokens.ts";
import { users } from "./schema/users.ts";
import type { SessionUser } from "./sessions.ts";

/** All SQL about API tokens. */

type Row = typeof apiTokens.$inferSelect;

/** Drops scopes that this version does not know. */
const scopesOf = (row: Pick<Row, "scopes">): Scope[] =>
  row.scopes.flatMap((scope) => scopeSchema.safeParse(scope).data ?? []);

const isLive = () => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`));

export async function insertToken(
  db: Queryable,
  row: Pick<typeof apiTokens.$inferInsert, "id" | "userSid" | "name" | "secretHash" | "expiresAt"> & {
    scopes: readonly Scope[];
  },
): Promise<void> {
  await db.insert(apiTokens).values({ ...row, scopes: [...row.scopes] });
}

export type LiveToken = { user: SessionUser; scopes: Scope[]; secretHash: Buffer; lastUsedAt: Date | null };

/** Runs on every request, as one statement. Null if the token has ended or its user is blocked. */
export async function findLiveToken(db: Queryable, id: string): Promise<LiveToken | null> {
  const [row] = await db
    .select({
      token: apiTokens,
      user: { sid: users.sid, name: users.name, email: users.email, role: users.role, groups: users.groups },
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.sid, apiTokens.userSid))
    .where(and(eq(apiTokens.id, id), isLive(), eq(users.isBlocked, false)));
  if (!row) return null;
  const { token, user } = row;
  return { user, scopes: scopesOf(token), secretHash: token.secretHash, lastUsedAt: token.lastUsedAt };
}

/** Writes at most once every `everyMinutes`. */
export async function updateTokenLastUsed(
  db: Queryable,
  id: string,
  address: string,
  everyMinutes: number,
): Promise<void> {
  const longAgo = sql`now() - make_interval(mins => ${everyMinutes}::int)`;
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, address })
    .where(and(eq(apiTokens.id, id), sql`coalesce(${apiTokens.lastUsedAt} < ${longAgo}, true)`));
}

/** A user's live tokens, newest first. */
export async function listTokens(db: Queryable, userSid: string): Promise<TokenRow[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userSid, userSid), isLive()))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    address: row.address,
  }));
}

/** False if the user has no such live token. */
export async function revokeToken(
  db: Queryable,
  { userSid, id, by }: { userSid: string; id: string; by: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(apiTokens)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(eq(apiTokens.userSid, userSid), eq(apiTokens.id, id), isLive()));
  return rowCount === 1;
}

/** Revokes all tokens of a user, for example when they are blocked. */
export async function revokeTokens(db: Queryable, { userSid, by }: { userSid: string; by: string }): Promise<void> {
  await db
    .update(apiTokens)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(eq(apiTokens.userSid, userSid), isLive()));
}
