import { TASK_STATUSES, taskStatusAfter } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { Transaction } from "../../db/connect.ts";
import { postponeAttempt } from "../../db/jobs/queue-state.ts";
import { updateTask } from "../../db/tasks/write.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import { publishChange } from "../../live/publish-change.ts";
import { readDocument } from "../../queue/read-document.job.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { Attempt, JobEnd, WorkerContext } from "../worker-context.ts";
import { lockTaskOfAttempt, taskChange } from "./lock-task-attempt.ts";

type NewState = Parameters<typeof updateTask>[2];

/**
 * Records a failed attempt in the task that people see, and lets the queue decide about a retry, in one transaction: what is shown is
 * what will happen.
 */
export async function settleReadingFailure(
  context: WorkerContext,
  taskId: number,
  attempt: Attempt,
  error: unknown,
): Promise<JobEnd> {
  const { db, log } = context;
  const isStopping = error instanceof ProcessError && (error.kind === "closed" || error.kind === "aborted");
  if (!isStopping) log.warn({ err: error, taskId }, "a document could not be read");
  return db.transaction(async (tx) => {
    const locked = await lockTaskOfAttempt(tx, taskId, attempt);
    if (!locked) return { outcome: "retry", error };
    // Another attempt runs, and records how it ends.
    const { status, attempts } = locked.task;
    if (status === TASK_STATUSES.processing && attempts !== attempt.attempt) return { outcome: "retry", error };
    const state = await decide(tx, context, attempt, error);
    if (state === null) return { outcome: "retry", error };
    await updateTask(tx, taskId, { ...state, attempts: attempt.attempt });
    await publishChange(tx, taskChange(locked));
    return { outcome: state.status === taskStatusAfter("fail") ? "failed" : "retry", error };
  });
}

/** Ends the attempt in the queue. Returns the task's new state; null when the queue has given the job to another attempt. */
async function decide(
  tx: Transaction,
  { queue }: WorkerContext,
  attempt: Attempt,
  error: unknown,
): Promise<NewState | null> {
  const waiting = taskStatusAfter("postpone");
  if (isWorkerShutdown(error)) {
    await queue.returnJob(tx, readDocument.name, attempt);
    return { status: waiting, retryAt: null };
  }
  if (asTransientError(error) !== null) {
    const retryAt = await postponeAttempt(tx, attempt);
    return retryAt && { status: waiting, retryAt };
  }
  const message = toErrorMessage([messageOf(error)]);
  const isFinal = isCausedByDocument(error);
  const retryAt = await queue.failAttempt(tx, readDocument.name, attempt, { message, isFinal });
  if (retryAt === null) return { status: taskStatusAfter("fail"), errorMessage: message, retryAt };
  return { status: waiting, retryAt };
}

/** A retry would end the same way. A crash may have another cause, such as too little memory. */
const isCausedByDocument = (error: unknown): boolean =>
  error instanceof BlobMissingError ||
  (error instanceof ProcessError && ["failed", "timeout", "memory"].includes(error.kind));

const READING_FAILED =
  "The reading failed because of an error in the server. Press Retry. If it fails again, tell an admin.";

const messageOf = (error: unknown): string =>
  error instanceof BlobMissingError
    ? "The document's file is missing in the storage. Upload the document again as a new task."
    : toUserMessage(error, READING_FAILED);

const MAX_MESSAGE_LENGTH = 4000;

/** Joins messages for the error column. They may quote the document, which may contain NUL characters and text of any length. */
export const toErrorMessage = (problems: readonly string[]): string =>
  problems.join("\n").replaceAll("\u0000", "").toWellFormed().slice(0, MAX_MESSAGE_LENGTH);
