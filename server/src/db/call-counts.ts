import { type LimitedCall } from "@precount/domain";
import { lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { callCounts } from "./schema/factors.ts";

/** Counts a call and returns the new count. The first call starts a window; the count starts again after its end. */
export async function countCall(
  db: Queryable,
  userSid: string,
  kind: LimitedCall,
  windowSeconds: number,
): Promise<{ calls: number; until: Date }> {
  const fresh = sql`now() + make_interval(secs => ${windowSeconds}::int)`;
  // The window has ended, or lies too far in the future because the database's clock was set back.
  const hasEnded = sql`(${callCounts.until} <= now()
    or ${callCounts.until} > now() + make_interval(secs => ${windowSeconds + 60}::int))`;
  const [row] = await db
    .insert(callCounts)
    .values({ userSid, kind, calls: 1, until: fresh })
    .onConflictDoUpdate({
      target: [callCounts.userSid, callCounts.kind],
      set: {
        calls: sql`case when ${hasEnded} then 1 else ${callCounts.calls} + 1 end`,
        until: sql`case when ${hasEnded} then excluded.until else ${callCounts.until} end`,
      },
    })
    .returning({ calls: callCounts.calls, until: callCounts.until });
  if (!row) throw new Error("a call was not counted");
  return row;
}

export async function deleteOldCallCounts(db: Queryable): Promise<void> {
  await db.delete(callCounts).where(lt(callCounts.until, sql`now()`));
}
