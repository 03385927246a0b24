import type { JobEnd, WorkerAnswer, WorkerContext } from "../operations/worker-context.ts";
import { sendAnswer } from "../queue/answers.ts";

/** Sends the answer of an operation to the call that waits for it. A failure is an answer too: the job is not retried. */
export async function answerQuestion(
  { db }: WorkerContext,
  question: string,
  operation: Promise<WorkerAnswer>,
): Promise<JobEnd> {
  const { error, ...answer } = await operation;
  const isSent = await sendAnswer(db, question, answer);
  return answer.ok && isSent ? { outcome: "done" } : { outcome: "failed", error };
}
