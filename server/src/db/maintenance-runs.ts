import type { Queryable } from "./connect.ts";
import { eq, sql } from "./drizzle.ts";
import { maintenanceRuns } from "./schema/installation.ts";

/** Work of an operator that the server cannot see. */
type Upkeep = "backup";

/** It is done now. */
export async function recordMaintenanceRun(db: Queryable, name: Upkeep): Promise<void> {
  const doneAt = sql`now()`;
  await db.insert(maintenanceRuns).values({ name, doneAt }).onConflictDoUpdate({ target: maintenanceRuns.name, set: { doneAt } });
}

/** When it was last done; null for never. */
export async function findLastMaintenanceRun(db: Queryable, name: Upkeep): Promise<Date | null> {
  const [row] = await db.select({ doneAt: maintenanceRuns.doneAt }).from(maintenanceRuns).where(eq(maintenanceRuns.name, name));
  return row?.doneAt ?? null;
}
