import type { AuthUser } from "@precount/domain";
import { and, eq, gt, isNull, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { sessions, users } from "./schema.ts";

export async function insertSession(db: Queryable, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row);
}

/** One statement for every request: the session and its person, unless it has ended or the person is blocked. */
export async function findLiveSession(
  db: Queryable,
  secretHash: Buffer,
): Promise<{ id: string; user: AuthUser } | null> {
  const [row] = await db
    .select({ id: sessions.id, sid: users.sid, name: users.name, email: users.email, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.sid, sessions.userSid))
    .where(
      and(
        eq(sessions.secretHash, secretHash),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.isBlocked, false),
      ),
    );
  if (!row) return null;
  const { id, ...user } = row;
  return { id, user };
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
}
