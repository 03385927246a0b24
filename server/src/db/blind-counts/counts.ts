import type { SamplingRule } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, isNull } from "../drizzle.ts";
import { blindCounts } from "../schema/blind-counts.ts";
import { users } from "../schema/users.ts";

export type BlindCountRow = typeof blindCounts.$inferSelect;

export async function insertBlindCount(
  tx: Queryable,
  row: { sid: string; projectSid: string; rule: SamplingRule; seed: string; startedBy: string },
): Promise<void> {
  await tx.insert(blindCounts).values(row);
}

const running = (projectSid: string) => and(eq(blindCounts.projectSid, projectSid), isNull(blindCounts.stoppedAt));

/** The running blind count of an event, with the name of who started it; null without one. */
export async function findBlindCount(
  db: Queryable,
  projectSid: string,
): Promise<{ count: BlindCountRow; startedBy: string } | null> {
  const [row] = await db
    .select({ count: blindCounts, startedBy: users.name })
    .from(blindCounts)
    .innerJoin(users, eq(users.sid, blindCounts.startedBy))
    .where(running(projectSid));
  return row ?? null;
}

/** Locks the running blind count, so that one transaction at a time draws. */
export async function lockBlindCount(tx: Queryable, projectSid: string): Promise<BlindCountRow | null> {
  const [row] = await tx.select().from(blindCounts).where(running(projectSid)).for("update");
  return row ?? null;
}

export async function stopBlindCount(tx: Queryable, sid: string, userSid: string): Promise<void> {
  await tx.update(blindCounts).set({ stoppedAt: new Date(), stoppedBy: userSid }).where(eq(blindCounts.sid, sid));
}
