import type { Queryable } from "../connect.ts";
import { eq, lt, sql } from "../drizzle.ts";
import { jobAnswers } from "../schema/jobs.ts";

/** All SQL about answers of workers. */

export async function storeAnswer(tx: Queryable, question: string, answer: string): Promise<void> {
  await tx.insert(jobAnswers).values({ question, answer }).onConflictDoNothing();
}

/** Takes it out; null when it is not there. */
export async function consumeAnswer(db: Queryable, question: string): Promise<string | null> {
  const [row] = await db
    .delete(jobAnswers)
    .where(eq(jobAnswers.question, question))
    .returning({ answer: jobAnswers.answer });
  return row?.answer ?? null;
}

/** Those that nobody waited for any more. */
export async function deleteOldAnswers(db: Queryable): Promise<void> {
  await db.delete(jobAnswers).where(lt(jobAnswers.createdAt, sql`now() - interval '10 minutes'`));
}
