import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../db/connect.ts";
import { AppError } from "../errors/app-error.ts";
import { newSid } from "../lib/ids.ts";
import type { Answers } from "./answers.ts";
import type { JobQueue } from "./job-queue.ts";
import type { JobDefinition } from "./job.ts";

/** How long a person waits for an answer, milliseconds. */
export interface AskTimeouts {
  /** After this time, a worker must have started the job or be busy with another job of its kind. */
  startMs: number;
  answerMs: number;
}
/** A cold start of the reader takes 0.7 s on two busy cores, a later answer 0.15 s. */
const DEFAULT_TIMEOUTS: AskTimeouts = { startMs: 3000, answerMs: 15_000 };
/** Waiting calls in one process. More of them would only time out. */
const MAX_WAITING = 50;

type Question<Payload extends object> = {
  job: JobDefinition<Payload & { question: string }>;
  payload: Payload;
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined;
  timeouts?: AskTimeouts;
};

/**
 * Sends a job that a person waits for and returns the worker's answer. When the waiting ends early, the job is deleted or canceled.
 * @throws AppError with the worker's message, or with the reason why there is no answer
 */
export async function ask<Payload extends object>(
  { db, queue, answers }: { db: Database; queue: JobQueue; answers: Answers },
  { job, payload, signal, timeouts = DEFAULT_TIMEOUTS }: Question<Payload>,
): Promise<unknown> {
  if (answers.waitingCount >= MAX_WAITING) {
    throw new AppError("TOO_MANY_REQUESTS", "Too many requests are waiting. Please try again in a moment.");
  }
  const question = newSid();
  const answer = answers.expect(question);
  const settled = new AbortController();
  let pendingId: string | undefined;
  try {
    [pendingId] = await queue.send(db, job, [{ ...payload, question }]);
    const outcome = await Promise.race([
      answer.promise,
      rejectAfterTimeout(timeouts, () => isUnattended(queue, job.name, pendingId), settled.signal),
      rejectOnDisconnect(signal),
    ]);
    pendingId = undefined;
    if (outcome.ok) return outcome.value;
    throw new AppError("UNPROCESSABLE_CONTENT", outcome.reason);
  } finally {
    answer.stop();
    settled.abort();
    if (pendingId !== undefined) await stopJob(queue, job.name, pendingId);
  }
}

/** How long a worker may still be busy with a canceled job. It notices at its next heartbeat. */
const CANCELED_BUSY_MS = 60_000;

/**
 * Deletes a job that no worker has taken. A running one is canceled: the worker ends it at its next heartbeat, and until then the next
 * question sees that a worker is busy rather than missing.
 */
async function stopJob({ boss }: JobQueue, name: string, id: string): Promise<void> {
  const [found] = await boss.findJobs(name, { id });
  if (found?.state === "active") await boss.cancel(name, id);
  else await boss.deleteJob(name, id);
}

/** Whether the job waits although no worker is busy with another job of its kind. */
async function isUnattended({ boss }: JobQueue, name: string, id: string | undefined): Promise<boolean> {
  const jobs = await boss.findJobs(name);
  const busySince = Date.now() - CANCELED_BUSY_MS;
  const isBusy = jobs.some(
    ({ state, completedOn }) => state === "active" || (state === "cancelled" && Number(completedOn) > busySince),
  );
  return jobs.find((job) => job.id === id)?.state === "created" && !isBusy;
}

/** @param signal aborted when the call has ended, so that the timers stop */
async function rejectAfterTimeout(
  { startMs, answerMs }: AskTimeouts,
  hasNoWorker: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<never> {
  await wait(startMs, undefined, { signal });
  if (await hasNoWorker()) throw new AppError("SERVICE_UNAVAILABLE", "No worker is running.");
  await wait(answerMs - startMs, undefined, { signal });
  throw new AppError("TIMEOUT", `It took longer than ${Math.round(answerMs / 1000)} s.`);
}

function rejectOnDisconnect(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(new AppError("CLIENT_CLOSED_REQUEST", "It was canceled."));
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
