import { type AuthUser, DEFAULT_SIGN_IN_POLICY, type SessionRow, type SignInMethod } from "@precount/domain";
import { type SQL, and, desc, eq, gt, isNull, lt, ne, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { hasFactor } from "./factors.ts";
import { signInPolicies } from "./schema/factors.ts";
import { sessions } from "./schema/sessions.ts";
import { users } from "./schema/users.ts";

/** How a session began, and whether it may do nothing but add a second factor. */
export type SessionSignIn = { method: SignInMethod; confirmedAt: Date; mustAddFactor: boolean };

/** The user of a session with their current groups. */
export type SessionUser = AuthUser & { groups: readonly string[] };

export async function insertSession(db: Queryable, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

/** Runs on every request, as one statement. Null if the session has ended or its user is blocked. */
export async function findLiveSession(
  db: Queryable,
  secretHash: Buffer,
): Promise<{ id: string; user: SessionUser; lastUsedAt: Date; signIn: SessionSignIn } | null> {
  const [row] = await db
    .select({
      id: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      method: sessions.method,
      confirmedAt: sessions.confirmedAt,
      mustAddFactor: sql<boolean>`${sessions.method} <> 'work-account' and not ${hasFactor(users.sid)}
        and ${users.role}::text = any(coalesce((select ${signInPolicies.requiredRoles} from ${signInPolicies}), '{}'))`,
      sid: users.sid,
      name: users.name,
      email: users.email,
      role: users.role,
      groups: users.groups,
    })
    .from(sessions)
    .innerJoin(users, eq(users.sid, sessions.userSid))
    .where(and(eq(sessions.secretHash, secretHash), isLive(), eq(users.isBlocked, false)));
  if (!row) return null;
  const { id, lastUsedAt, method, confirmedAt, mustAddFactor, ...user } = row;
  return { id, user, lastUsedAt, signIn: { method, confirmedAt, mustAddFactor } };
}

const isLive = () => and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`), sql`not ${isIdle()}`);

/** The precision of the time of the last use: it is written at most once in this time. */
export const LAST_USED_EVERY_MINUTES = 5;

/** Whether a session without remember-me was unused for longer than the sign-in policy allows (PD-116). */
function isIdle(): SQL {
  const { idleMinutes } = DEFAULT_SIGN_IN_POLICY;
  const allowed = sql`coalesce((select ${signInPolicies.idleMinutes} from ${signInPolicies}), ${idleMinutes}::int)`;
  const since = sql`now() - make_interval(mins => ${allowed} + ${LAST_USED_EVERY_MINUTES}::int)`;
  return sql`(not ${sessions.remember} and ${allowed} > 0 and ${sessions.lastUsedAt} < ${since})`;
}

/** Records that the user has proved who they are. */
export async function confirmSession(db: Queryable, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, id));
}

/** Called on every request, but writes at most once every five minutes. */
export async function updateSessionLastUsed(db: Queryable, id: string, address: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()`, address })
    .where(
      and(
        eq(sessions.id, id),
        lt(sessions.lastUsedAt, sql`now() - make_interval(mins => ${LAST_USED_EVERY_MINUTES}::int)`),
      ),
    );
}

/** A user's open sessions, most recently used first. */
export async function listSessions(db: Queryable, userSid: string, currentId: string): Promise<SessionRow[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userSid, userSid), isLive()))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
  return rows.map(({ id, device, address, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    device,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === currentId,
  }));
}

/** Ends a user's sessions: all, only `id`, or all but `exceptId`. Returns how many it ended. */
export async function endSessions(
  db: Queryable,
  which: { userSid: string; id?: string; exceptId?: string },
): Promise<number> {
  const { rowCount } = await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userSid, which.userSid),
        isLive(),
        which.id === undefined ? undefined : eq(sessions.id, which.id),
        which.exceptId === undefined ? undefined : ne(sessions.id, which.exceptId),
      ),
    );
  return rowCount ?? 0;
}

/** Deletes sessions that expired more than so many days ago. */
export async function deleteOldSessions(db: Queryable, days: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - make_interval(days => ${days}::int)`));
}
