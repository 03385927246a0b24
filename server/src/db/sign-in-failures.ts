import { type SQL, eq, inArray, lt, sql } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { signInFailures } from "./schema/sign-in.ts";

export type FailureCount = { failures: number; until: Date };

/** The window has ended, or lies in the future because the database's clock was set back. */
const hasEnded = (windowSeconds: number): SQL => sql`(${signInFailures.until} <= now()
  or ${signInFailures.until} > now() + make_interval(secs => ${windowSeconds + 60}::int))`;

/** Counts a failure and returns the new count. The first failure starts a window; the count starts again after its end. */
export async function countFailure(db: Queryable, key: Buffer, windowSeconds: number): Promise<FailureCount> {
  const fresh = sql`now() + make_interval(secs => ${windowSeconds}::int)`;
  const [row] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, until: fresh })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`case when ${hasEnded(windowSeconds)} then 1 else ${signInFailures.failures} + 1 end`,
        until: sql`case when ${hasEnded(windowSeconds)} then excluded.until else ${signInFailures.until} end`,
      },
    })
    .returning({ failures: signInFailures.failures, until: signInFailures.until });
  if (!row) throw new Error("a failed sign-in was not counted");
  return row;
}

export async function deleteFailures(db: Queryable, keys: readonly Buffer[]): Promise<void> {
  if (keys.length > 0) await db.delete(signInFailures).where(inArray(signInFailures.key, [...keys]));
}

/** Takes one failure back, because the sign-in succeeded. */
export async function decrementFailures(db: Queryable, key: Buffer): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.key, key));
}

/** Deletes counts whose window has ended. */
export async function deleteOldFailures(db: Queryable): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.until, sql`now()`));
}
