import type { LearningReport } from "@precount/domain";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import type { Queryable, Transaction } from "../connect.ts";
import { and, eq, isNotNull, sql } from "../drizzle.ts";
import { learnedModelFiles, models } from "../schema/models.ts";
import type { ModelManifest } from "./write.ts";

/** All SQL about learned models. */

export type NewLearnedModel = Omit<ModelManifest, "status"> & {
  sid: string;
  adaptsSid: string;
  groupSid: string | null;
  report: LearningReport | null;
};

/** Registers a learned model in preview. One that is known keeps its status and its group; its files are usable again. */
export async function insertLearnedModel(db: Queryable, { trainedAt, ...model }: NewLearnedModel): Promise<void> {
  const values = { ...model, status: "preview" as const, trainedAt: trainedAt === null ? null : new Date(trainedAt) };
  await db
    .insert(models)
    .values(values)
    .onConflictDoUpdate({
      target: models.name,
      set: {
        problem: null,
        report: sql`coalesce(${models.report}, excluded.report)`,
        groupSid: sql`coalesce(${models.groupSid}, excluded.group_sid)`,
      },
    });
}

export type ModelFile = { name: string; sha256: string };

/** The files of a learned model in the blob store. */
export const listModelFiles = (db: Queryable, modelSid: string): Promise<ModelFile[]> =>
  db
    .select({ name: learnedModelFiles.name, sha256: learnedModelFiles.sha256 })
    .from(learnedModelFiles)
    .where(eq(learnedModelFiles.modelSid, modelSid));

export async function insertModelFiles(tx: Transaction, modelSid: string, files: readonly ModelFile[]): Promise<void> {
  const rows = files.map((file) => ({ ...file, modelSid }));
  if (rows.length > 0) await tx.insert(learnedModelFiles).values(rows).onConflictDoNothing();
}

/** The names of learned models by sid. */
export const listLearnedModels = (db: Queryable): Promise<{ sid: string; name: string }[]> =>
  db.select({ sid: models.sid, name: models.name }).from(models).where(isNotNull(models.adaptsSid));

/** Notes why a learned model cannot be used; null if it can. */
export async function setModelProblem(db: Queryable, sid: string, problem: string | null): Promise<void> {
  await db
    .update(models)
    .set({ problem })
    .where(and(eq(models.sid, sid), isNotNull(models.adaptsSid)));
}

/** Puts a learned model in use in place of the one that was. */
export async function promoteModel(tx: Transaction, sid: string, replacedSid: string | null): Promise<void> {
  if (replacedSid !== null) await setStatus(tx, replacedSid, "deprecated");
  await tx
    .update(models)
    .set({ chosenStatus: "active", statusDate: sql`now()`, promotedAt: sql`clock_timestamp()` })
    .where(eq(models.sid, sid));
}

/** Ends the use of a learned model. The former one, if any, is used again. */
export async function rollBackModel(tx: Transaction, sid: string, formerSid: string | null): Promise<void> {
  await setStatus(tx, sid, "preview");
  if (formerSid !== null) await setStatus(tx, formerSid, "active");
}

const setStatus = (tx: Transaction, sid: string, chosenStatus: "active" | "deprecated" | "preview") =>
  tx
    .update(models)
    .set({ chosenStatus, statusDate: sql`now()` })
    .where(eq(models.sid, sid));

export async function lockPromotions(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.promotion})`);
}
