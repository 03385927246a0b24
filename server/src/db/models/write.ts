import { type Model, type ModelStatus } from "@precount/domain";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { eq, sql } from "../drizzle.ts";
import { newSid } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { models } from "../schema/models.ts";
import { EFFECTIVE_STATUS } from "./read.ts";

/** The parts of a model's manifest that are stored. */
export interface ModelManifest {
  sid?: string;
  name: string;
  title: string;
  backend: Model["backend"];
  status: ModelStatus;
  /** ISO 8601. */
  trainedAt: string | null;
}

/**
 * Inserts or updates the models of the worker's folders at every start. The name is the key, so that a sid never changes.
 *
 * One process at a time: ON CONFLICT (name) does not cover the unique sid, so two processes that inserted the same model at the same time
 * could fail with a duplicate sid.
 */
export async function registerModels(db: Queryable, found: readonly ModelManifest[]): Promise<void> {
  if (found.length === 0) return;
  const values = found.map(({ sid, name, title, backend, status, trainedAt }) => ({
    sid: sid ?? newSid(),
    name,
    title,
    backend,
    status,
    trainedAt: trainedAt === null ? null : new Date(trainedAt),
  }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.registerModels})`);
    await tx
      .insert(models)
      .values(values)
      .onConflictDoUpdate({
        target: models.name,
        set: {
          title: sql`excluded.title`,
          backend: sql`excluded.backend`,
          trainedAt: sql`excluded.trained_at`,
          status: sql`excluded.status`,
          // The status date changes only when the effective status does; an admin's choice stays effective.
          statusDate: sql`case when ${EFFECTIVE_STATUS} = coalesce(${models.chosenStatus}, excluded.status) then ${models.statusDate} else now() end`,
        },
      });
  });
}

/** Sets the admin's choice; null returns to the manifest's status. False if there is no such model. */
export async function chooseModelStatus(db: Queryable, sid: string, chosen: ModelStatus | null): Promise<boolean> {
  const { rowCount } = await db
    .update(models)
    .set({ chosenStatus: chosen, statusDate: sql`now()` })
    .where(eq(models.sid, sid));
  return rowCount === 1;
}
