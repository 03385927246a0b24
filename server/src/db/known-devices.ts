import { normalizeEmail } from "@precount/domain";
import { and, eq, gt, lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { sessions } from "./schema/sessions.ts";
import { knownDevices } from "./schema/sign-in.ts";
import { users } from "./schema/users.ts";

const hasEmail = (email: string) => eq(sql`lower(${users.email})`, normalizeEmail(email));

export async function isKnownDevice(db: Queryable, email: string, secretHash: Buffer): Promise<boolean> {
  const rows = await db
    .select({ sid: users.sid })
    .from(knownDevices)
    .innerJoin(users, eq(users.sid, knownDevices.userSid))
    .where(and(hasEmail(email), eq(knownDevices.secretHash, secretHash)));
  return rows.length > 0;
}

/** Whether anyone has signed in with this cookie since the server issued it. */
export async function isIssuedDevice(db: Queryable, secretHash: Buffer): Promise<boolean> {
  const rows = await db
    .select({ sid: knownDevices.userSid })
    .from(knownDevices)
    .where(eq(knownDevices.secretHash, secretHash))
    .limit(1);
  return rows.length > 0;
}

/** Whether the user had a session from this address within so many days. */
export async function isKnownAddress(db: Queryable, email: string, address: string, days: number): Promise<boolean> {
  const rows = await db
    .select({ sid: users.sid })
    .from(sessions)
    .innerJoin(users, eq(users.sid, sessions.userSid))
    .where(
      and(
        hasEmail(email),
        eq(sessions.address, address),
        gt(sessions.lastUsedAt, sql`now() - make_interval(days => ${days}::int)`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function rememberDevice(db: Queryable, userSid: string, secretHash: Buffer): Promise<void> {
  await db
    .insert(knownDevices)
    .values({ userSid, secretHash })
    .onConflictDoUpdate({
      target: [knownDevices.userSid, knownDevices.secretHash],
      set: { lastUsedAt: sql`now()` },
    });
}

export async function deleteOldDevices(db: Queryable, days: number): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, sql`now() - make_interval(days => ${days}::int)`));
}
