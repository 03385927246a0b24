import { type SQL, eq, inArray, lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { signInFailures } from "./schema/sign-in.ts";

export type FailureCount = { failures: number; until: Date };

/** Over, or of a clock that has been set back since: nobody waits for it to get there again. */
const isOver = (windowSeconds: number): SQL => sql`(${signInFailures.until} <= now()
  or ${signInFailures.until} > now() + make_interval(secs => ${windowSeconds + 60}::int))`;

/** Counts one more, and answers how many there are now; the first starts the time after which all are forgotten. */
export async function countFailure(db: Queryable, key: Buffer, windowSeconds: number): Promise<FailureCount> {
  const fresh = sql`now() + make_interval(secs => ${windowSeconds}::int)`;
  const [row] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, until: fresh })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`case when ${isOver(windowSeconds)} then 1 else ${signInFailures.failures} + 1 end`,
        until: sql`case when ${isOver(windowSeconds)} then excluded.until else ${signInFailures.until} end`,
      },
    })
    .returning({ failures: signInFailures.failures, until: signInFailures.until });
  if (!row) throw new Error("a failed sign-in was not counted");
  return row;
}

export async function deleteFailures(db: Queryable, keys: readonly Buffer[]): Promise<void> {
  if (keys.length > 0) await db.delete(signInFailures).where(inArray(signInFailures.key, [...keys]));
}

/** One less: it was no failure after all. */
export async function decrementFailures(db: Queryable, key: Buffer): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.key, key));
}

/** What counts no more. */
export async function deleteOldFailures(db: Queryable): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.until, sql`now()`));
}
