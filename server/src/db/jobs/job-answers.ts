import type { Queryable } from "../connect.ts";
import { eq, lt, sql } from "../drizzle.ts";
import { jobAnswers } from "../schema/jobs.ts";

/** All SQL about the answers of workers to waiting requests. */

export async function storeAnswer(tx: Queryable, question: string, answer: string): Promise<void> {
  await tx.insert(jobAnswers).values({ question, answer }).onConflictDoNothing();
}

/** Reads and deletes an answer; null without one. */
export async function consumeAnswer(db: Queryable, question: string): Promise<string | null> {
  const [row] = await db
    .delete(jobAnswers)
    .where(eq(jobAnswers.question, question))
    .returning({ answer: jobAnswers.answer });
  return row?.answer ?? null;
}

/** Deletes answers that were not fetched within 10 minutes. */
export async function deleteOldAnswers(db: Queryable): Promise<void> {
  await db.delete(jobAnswers).where(lt(jobAnswers.createdAt, sql`now() - interval '10 minutes'`));
}
