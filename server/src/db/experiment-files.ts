import type { Queryable } from "./connect.ts";
import { eq, lt, sql } from "./drizzle.ts";
import { experimentFiles } from "./schema/models.ts";

/** All SQL about the files of running experiments. */

export async function insertExperimentFile(tx: Queryable, row: { sid: string; sha256: string }): Promise<void> {
  await tx.insert(experimentFiles).values(row);
}

export async function deleteExperimentFile(db: Queryable, sid: string): Promise<void> {
  await db.delete(experimentFiles).where(eq(experimentFiles.sid, sid));
}

/** Deletes rows that a stopped server left behind; no experiment takes 10 minutes. Returns their sha256s. */
export async function deleteOldExperimentFiles(db: Queryable): Promise<string[]> {
  const rows = await db
    .delete(experimentFiles)
    .where(lt(experimentFiles.createdAt, sql`now() - interval '10 minutes'`))
    .returning({ sha256: experimentFiles.sha256 });
  return rows.map(({ sha256 }) => sha256);
}
