import { type Model, type ModelStatus, defaultModel } from "@precount/domain";
import { eq, inArray, or, sql } from "./drizzle.ts";
import { newSid } from "../lib/ids.ts";
import type { Queryable, Transaction } from "./connect.ts";
import { models } from "./schema/models.ts";

/** All SQL about models. */

/** An admin's word before the manifest's. */
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

/** By name. `statuses`: only those. */
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

/** As people's programs name it: by sid, else by name. */
export async function findModelBySidOrName(db: Queryable, sidOrName: string): Promise<Model | null> {
  const [row] = await db
    .select()
    .from(models)
    .where(or(eq(models.sid, sidOrName), eq(models.name, sidOrName)))
    .orderBy(sql`${models.sid} = ${sidOrName} desc`)
    .limit(1);
  return row ? toModel(row) : null;
}

/** What new photos go through. */
export const findDefaultModel = async (db: Queryable): Promise<Model | null> =>
  defaultModel(await listModels(db, ["active"]));

/** Of this purpose alone; any number that no other lock has. */
const WITHOUT_MODEL_LOCK = 7_322_849;

/**
 * The same for a photo on its way into the event. When there is none yet, the photo is looked for later, by who waits here until it
 * has arrived: else it could fall between the two, and nobody would ever look at it.
 */
export async function findModelForPhoto(tx: Transaction): Promise<Model | null> {
  const model = await findDefaultModel(tx);
  if (model) return model;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${WITHOUT_MODEL_LOCK})`);
  return findDefaultModel(tx);
}

/** Waits for the photos that are on their way without a model; from here on all know the ones there are. */
export async function waitForUploadsWithoutModel(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WITHOUT_MODEL_LOCK})`);
}

/** A model as its manifest says it. */
export interface ModelManifest {
  sid?: string;
  name: string;
  title: string;
  backend: Model["backend"];
  status: ModelStatus;
  /** ISO 8601. */
  trainedAt: string | null;
}

/** What the worker found in its folders, at every start: known by name, so that a sid never changes. */
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
        // What an admin chose stays, whatever the manifest says now.
        statusDate: sql`case when ${EFFECTIVE_STATUS} = coalesce(${models.chosenStatus}, excluded.status) then ${models.statusDate} else now() end`,
      },
    });
}

/** Null: as its manifest says again. False when there is no such model. */
export async function chooseModelStatus(db: Queryable, sid: string, chosen: ModelStatus | null): Promise<boolean> {
  const { rowCount } = await db
    .update(models)
    .set({ chosenStatus: chosen, statusDate: sql`now()` })
    .where(eq(models.sid, sid));
  return rowCount === 1;
}
