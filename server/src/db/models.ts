import { type Model, type ModelStatus, defaultModel } from "@precount/domain";
import { eq, inArray, or, sql } from "./drizzle.ts";
import { newSid } from "../lib/ids.ts";
import type { Queryable, Transaction } from "./connect.ts";
import { models } from "./schema/models.ts";

/** All SQL about models. */

/** The admin's choice overrides the manifest's status. */
const EFFECTIVE_STATUS = sql<ModelStatus>`coalesce(${models.chosenStatus}, ${models.status})`;

const toModel = (row: typeof models.$inferSelect): Model => ({
  sid: row.sid,
  title: row.title,
  name: row.name,
  backend: row.backend,
  status: row.chosenStatus ?? row.status,
  statusDate: row.statusDate.toISOString(),
  trainedAt: row.trainedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** All models by name, or only those with one of `statuses`. */
export async function listModels(db: Queryable, statuses?: readonly ModelStatus[]): Promise<Model[]> {
  const rows = await db
    .select()
    .from(models)
    .where(statuses && inArray(EFFECTIVE_STATUS, [...statuses]))
    .orderBy(models.name);
  return rows.map(toModel);
}

export async function findModel(db: Queryable, sid: string): Promise<Model | null> {
  const [row] = await db.select().from(models).where(eq(models.sid, sid));
  return row ? toModel(row) : null;
}

/** Finds a model by sid, else by name, as API clients may pass either. */
export async function findModelBySidOrName(db: Queryable, sidOrName: string): Promise<Model | null> {
  const [row] = await db
    .select()
    .from(models)
    .where(or(eq(models.sid, sidOrName), eq(models.name, sidOrName)))
    .orderBy(sql`${models.sid} = ${sidOrName} desc`)
    .limit(1);
  return row ? toModel(row) : null;
}

/** The model for new photos. */
export const findDefaultModel = async (db: Queryable): Promise<Model | null> =>
  defaultModel(await listModels(db, ["active"]));

/** An arbitrary number, unique among the advisory locks. */
const WITHOUT_MODEL_LOCK = 7_322_849;

/**
 * The default model for a photo that is being uploaded. Without a model, takes a shared lock until the upload commits:
 * `waitForUploadsWithoutModel` waits for it before it looks for photos without a job. Otherwise a photo that commits between that
 * query and the model's registration would never be queued.
 */
export async function findModelForPhoto(tx: Transaction): Promise<Model | null> {
  const model = await findDefaultModel(tx);
  if (model) return model;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${WITHOUT_MODEL_LOCK})`);
  return findDefaultModel(tx);
}

/** Waits for all uploads that found no model. Later uploads see the registered models. */
export async function waitForUploadsWithoutModel(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WITHOUT_MODEL_LOCK})`);
}

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

/** Inserts or updates the models of the worker's folders at every start. The name is the key, so that a sid never changes. */
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
  await db
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
}

/** Sets the admin's choice; null returns to the manifest's status. False if there is no such model. */
export async function chooseModelStatus(db: Queryable, sid: string, chosen: ModelStatus | null): Promise<boolean> {
  const { rowCount } = await db
    .update(models)
    .set({ chosenStatus: chosen, statusDate: sql`now()` })
    .where(eq(models.sid, sid));
  return rowCount === 1;
}
