import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../errors/app-error.ts";
import { newSid } from "../lib/ids.ts";
import type { Services } from "../processes/services.ts";
import type { JobDefinition } from "./job.ts";
import type { JobQueue } from "./job-queue.ts";

/** How long a person waits. */
interface Patience {
  /** Then a worker should have taken it, or be busy with another one. */
  takenWithinMs: number;
  answeredWithinMs: number;
}
/** A cold start of the reader takes 0.7 s on two busy cores, an answer afterwards 0.15 s. */
const PATIENCE: Patience = { takenWithinMs: 3000, answeredWithinMs: 15_000 };
/** At most so many people wait in one process: more would only wait in vain. */
const MOST_WAITING = 50;

type Asked<Payload extends object> = {
  job: JobDefinition<Payload & { question: string }>;
  payload: Payload;
  /** Aborted when the person does not wait any more. */
  signal: AbortSignal | undefined;
  patience?: Patience;
};

/**
 * Puts a job that a person waits for, and gives its answer. The job never runs for nobody: it is taken back when the
 * waiting ends.
 * @throws AppError with the worker's own words, or why there is no answer
 */
export async function ask<Payload extends object>(
  { db, queue, answers }: Pick<Services, "db" | "queue" | "answers">,
  { job, payload, signal, patience = PATIENCE }: Asked<Payload>,
): Promise<unknown> {
  if (answers.waitingCount >= MOST_WAITING) {
    throw new AppError("TOO_MANY_REQUESTS", "Too many people ask at the same time. Please try again in a moment.");
  }
  const question = newSid();
  const answer = answers.expect(question);
  const over = new AbortController();
  let id: string | undefined;
  try {
    [id] = await queue.send(db, job, [{ ...payload, question }]);
    const outcome = await Promise.race([
      answer.promise,
      lostPatience(patience, () => isUntaken(queue, job.name, id), over.signal),
      left(signal),
    ]);
    id = undefined;
    if (outcome.ok) return outcome.value;
    throw new AppError("UNPROCESSABLE_CONTENT", outcome.reason);
  } finally {
    answer.stop();
    over.abort();
    if (id !== undefined) await queue.boss.deleteJob(job.name, id);
  }
}

/** It waits although no worker is busy with another one of its kind. */
async function isUntaken({ boss }: JobQueue, name: string, id: string | undefined): Promise<boolean> {
  const jobs = await boss.findJobs(name);
  return jobs.find((one) => one.id === id)?.state === "created" && !jobs.some(({ state }) => state === "active");
}

/** Throws when the person has waited long enough; what it does once `signal` says that it is over, nobody hears. */
async function lostPatience(
  { takenWithinMs, answeredWithinMs }: Patience,
  isAway: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<never> {
  await wait(takenWithinMs, undefined, { signal });
  if (await isAway()) throw new AppError("SERVICE_UNAVAILABLE", "No worker is running that could do it.");
  await wait(answeredWithinMs - takenWithinMs, undefined, { signal });
  throw new AppError("TIMEOUT", `It took longer than ${Math.round(answeredWithinMs / 1000)} s.`);
}

/** Throws when the person who asked has gone. */
function left(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const gone = (): void => reject(new AppError("CLIENT_CLOSED_REQUEST", "It was cancelled."));
    if (signal?.aborted) gone();
    signal?.addEventListener("abort", gone, { once: true });
  });
}
