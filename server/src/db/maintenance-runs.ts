import type { Queryable } from "./connect.ts";
import { eq, sql } from "./drizzle.ts";
import { maintenanceRuns } from "./schema/installation.ts";

/** A task of the operator that runs outside the server. */
type MaintenanceTask = "backup";

/** Records that the task has completed now. */
export async function recordMaintenanceRun(db: Queryable, name: MaintenanceTask): Promise<void> {
  const doneAt = sql`now()`;
  await db
    .insert(maintenanceRuns)
    .values({ name, doneAt })
    .onConflictDoUpdate({ target: maintenanceRuns.name, set: { doneAt } });
}

/** When the task last completed; null if never. */
export async function findLastMaintenanceRun(db: Queryable, name: MaintenanceTask): Promise<Date | null> {
  const [row] = await db
    .select({ doneAt: maintenanceRuns.doneAt })
    .from(maintenanceRuns)
    .where(eq(maintenanceRuns.name, name));
  return row?.doneAt ?? null;
}
