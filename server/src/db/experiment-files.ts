import type { Queryable } from "./connect.ts";
import { eq, lt, sql } from "./drizzle.ts";
import { experimentFiles } from "./schema/models.ts";

/** All SQL about files that somebody tries on a model right now. */

export async function insertExperimentFile(tx: Queryable, row: { sid: string; sha256: string }): Promise<void> {
  await tx.insert(experimentFiles).values(row);
}

export async function deleteExperimentFile(db: Queryable, sid: string): Promise<void> {
  await db.delete(experimentFiles).where(eq(experimentFiles.sid, sid));
}

/** Those of servers that ended in the middle: nobody waits that long. Returns their sha256s. */
export async function deleteOldExperimentFiles(db: Queryable): Promise<string[]> {
  const rows = await db
    .delete(experimentFiles)
    .where(lt(experimentFiles.createdAt, sql`now() - interval '10 minutes'`))
    .returning({ sha256: experimentFiles.sha256 });
  return rows.map(({ sha256 }) => sha256);
}
