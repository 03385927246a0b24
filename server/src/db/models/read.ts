import {
  type EventModelChoice,
  type LearningReport,
  type Model,
  type ModelStatus,
  modelForEvent,
} from "@precount/domain";
import { eq, inArray, or, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { models } from "../schema/models.ts";

/** The admin's choice overrides the manifest's status. */
export const EFFECTIVE_STATUS = sql<ModelStatus>`coalesce(${models.chosenStatus}, ${models.status})`;

/** Every column but the report of a training run, which is large. */
const COLUMNS = {
  sid: models.sid,
  title: models.title,
  name: models.name,
  backend: models.backend,
  status: EFFECTIVE_STATUS,
  statusDate: models.statusDate,
  trainedAt: models.trainedAt,
  createdAt: models.createdAt,
  adaptsSid: models.adaptsSid,
  groupSid: models.groupSid,
  promotedAt: models.promotedAt,
  problem: models.problem,
};
type ModelRow = Omit<typeof models.$inferSelect, "chosenStatus" | "report">;

const toModel = ({ adaptsSid, groupSid, promotedAt, problem, ...row }: ModelRow): Model => ({
  ...row,
  statusDate: row.statusDate.toISOString(),
  trainedAt: row.trainedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  learned: adaptsSid === null ? null : { adaptsSid, groupSid, problem, promotedAt: promotedAt?.toISOString() ?? null },
});

/** All models by name, or only those with one of `statuses`. */
export async function listModels(db: Queryable, statuses?: readonly ModelStatus[]): Promise<Model[]> {
  const rows = await db
    .select(COLUMNS)
    .from(models)
    .where(statuses && inArray(EFFECTIVE_STATUS, [...statuses]))
    .orderBy(models.name);
  return rows.map(toModel);
}

export async function findModel(db: Queryable, sid: string): Promise<Model | null> {
  const [row] = await db.select(COLUMNS).from(models).where(eq(models.sid, sid));
  return row ? toModel(row) : null;
}

/** The report of a learned model's training run; null for other models. */
export async function readModelReport(db: Queryable, sid: string): Promise<LearningReport | null> {
  const [row] = await db.select({ report: models.report }).from(models).where(eq(models.sid, sid));
  return row?.report ?? null;
}

/** Finds a model by sid, else by name, as API clients may pass either. */
export async function findModelBySidOrName(db: Queryable, sidOrName: string): Promise<Model | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(models)
    .where(or(eq(models.sid, sidOrName), eq(models.name, sidOrName)))
    .orderBy(sql`${models.sid} = ${sidOrName} desc`)
    .limit(1);
  return row ? toModel(row) : null;
}

/** The model for new photos of an event with this choice and these groups. */
export const findModelForEvent = async (db: Queryable, choice: EventModelChoice): Promise<Model | null> =>
  modelForEvent(await listModels(db, ["active", "deprecated"]), choice);
