import type { Queryable } from "./connect.ts";
import { eq, sql } from "./drizzle.ts";
import { upkeep } from "./schema/installation.ts";

/** Work of an operator that the server cannot see. */
type Upkeep = "backup";

/** It is done now. */
export async function noteUpkeep(db: Queryable, name: Upkeep): Promise<void> {
  const doneAt = sql`now()`;
  await db.insert(upkeep).values({ name, doneAt }).onConflictDoUpdate({ target: upkeep.name, set: { doneAt } });
}

/** When it was last done; null for never. */
export async function lastUpkeep(db: Queryable, name: Upkeep): Promise<Date | null> {
  const [row] = await db.select({ doneAt: upkeep.doneAt }).from(upkeep).where(eq(upkeep.name, name));
  return row?.doneAt ?? null;
}
