import type { Queryable } from "../connect.ts";
import { asc, eq, gt } from "../drizzle.ts";
import { learningDroppedFiles } from "../schema/learning.ts";

const BATCH = 1000;

/** The files of deleted examples that were not removed yet. */
export async function* listDroppedFiles(db: Queryable): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await db
      .select({ sha256: learningDroppedFiles.sha256 })
      .from(learningDroppedFiles)
      .where(gt(learningDroppedFiles.sha256, after))
      .orderBy(asc(learningDroppedFiles.sha256))
      .limit(BATCH);
    for (const { sha256 } of rows) yield sha256;
    const last = rows.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}

export async function forgetDroppedFile(db: Queryable, sha256: string): Promise<void> {
  await db.delete(learningDroppedFiles).where(eq(learningDroppedFiles.sha256, sha256));
}
