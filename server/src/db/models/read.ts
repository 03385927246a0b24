import { type Model, type ModelStatus, modelForEvent } from "@precount/domain";
import { eq, inArray, or, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { models } from "../schema/models.ts";

/** The admin's choice overrides the manifest's status. */
export const EFFECTIVE_STATUS = sql<ModelStatus>`coalesce(${models.chosenStatus}, ${models.status})`;

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

/** The model for new photos of an event that has chosen this one, or none. */
export const findModelForEvent = async (db: Queryable, chosenSid: string | null): Promise<Model | null> =>
  modelForEvent(await listModels(db, ["active", "deprecated"]), chosenSid);
