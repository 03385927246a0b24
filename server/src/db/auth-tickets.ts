import { and, eq, gt, lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { authTickets } from "./schema/factors.ts";

export type AuthTicket = typeof authTickets.$inferSelect;

export async function insertTicket(db: Queryable, row: typeof authTickets.$inferInsert): Promise<void> {
  await db.insert(authTickets).values(row);
}

const isLive = (hash: Buffer, purpose: string) =>
  and(eq(authTickets.hash, hash), eq(authTickets.purpose, purpose), gt(authTickets.expiresAt, sql`now()`));

export async function findTicket(db: Queryable, hash: Buffer, purpose: string): Promise<AuthTicket | null> {
  const [row] = await db.select().from(authTickets).where(isLive(hash, purpose));
  return row ?? null;
}

/** False if the ticket was used before: of concurrent calls, one succeeds. */
export async function consumeTicket(db: Queryable, hash: Buffer, purpose: string): Promise<boolean> {
  const { rowCount } = await db.delete(authTickets).where(isLive(hash, purpose));
  return rowCount === 1;
}

/** Ends the steps that a user has begun, because the password or a factor changed, or the account was blocked. */
export async function deleteTickets(db: Queryable, userSid: string): Promise<void> {
  await db.delete(authTickets).where(eq(authTickets.userSid, userSid));
}

export async function deleteOldTickets(db: Queryable): Promise<void> {
  await db.delete(authTickets).where(lt(authTickets.expiresAt, sql`now()`));
}
