import { ProcessError } from "@precount/forked-process";
import type { Transaction } from "../../db/connect.ts";
import { updateImageJob } from "../../db/jobs/write-image-jobs.ts";
import { postponeAttempt } from "../../db/jobs/queue-state.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import { publishChange } from "../../live/publish-change.ts";
import { detectPhoto } from "../../queue/detect-photo.job.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { Attempt, JobEnd, WorkerContext } from "../worker-context.ts";
import { failureChange } from "./detection-failure.ts";
import { imageChange, lockJobAndImage } from "./lock-image-job.ts";

type NewState = Parameters<typeof updateImageJob>[2];

/**
 * Records a failed attempt in the job that people see, and lets the queue decide about a retry, in one transaction: what is shown is
 * what will happen.
 */
export async function settleDetectionFailure(
  context: WorkerContext,
  jobId: string,
  attempt: Attempt,
  error: unknown,
): Promise<JobEnd> {
  const { db, log } = context;
  if (!isStopping(error)) log.warn({ err: error, imageJobId: jobId }, "a detection failed");
  return db.transaction(async (tx) => {
    const locked = await lockJobAndImage(tx, jobId, attempt);
    if (!locked) return { outcome: "retry", error };
    const { job, found } = locked;
    // Another attempt runs, and records how it ends.
    if (job.state === "running" && job.attempts !== attempt.attempt) return { outcome: "retry", error };
    const state = await decide(tx, context, { attempt, error, maxAttempts: job.maxAttempts });
    if (state === null) return { outcome: "retry", error };
    await updateImageJob(tx, job.id, { ...state, attempts: attempt.attempt });
    const isFinal = state.state === "failed";
    const change = isFinal
      ? await failureChange(tx, job, found.image, state.error ?? FALLBACK)
      : imageChange(found.image);
    await publishChange(tx, change);
    return { outcome: isFinal ? "failed" : "retry", error };
  });
}

/** The worker stops, or the attempt was aborted. */
const isStopping = (error: unknown): boolean =>
  error instanceof ProcessError && (error.kind === "closed" || error.kind === "aborted");

const FALLBACK = "The detection failed because of an error in the server.";

type Failure = { attempt: Attempt; error: unknown; maxAttempts: number };

/** Ends the attempt in the queue. Returns the job's new state; null when the queue has given it to another attempt. */
async function decide(
  tx: Transaction,
  { queue }: WorkerContext,
  { attempt, error, maxAttempts }: Failure,
): Promise<NewState | null> {
  if (isWorkerShutdown(error)) {
    await queue.returnJob(tx, detectPhoto.name, attempt);
    return { state: "queued", maxAttempts: maxAttempts + 1, error: null, retryAt: null };
  }
  const transient = asTransientError(error);
  if (transient !== null) {
    const retryAt = await postponeAttempt(tx, attempt);
    return retryAt && { state: "retrying", error: transient.message, retryAt };
  }
  const message = toUserMessage(error, FALLBACK);
  // A retry would neither bring a missing file back nor repair a damaged one.
  const isFinal = error instanceof BlobMissingError || (error instanceof ProcessError && error.kind === "permanent");
  const retryAt = await queue.failAttempt(tx, detectPhoto.name, attempt, { message, isFinal });
  if (retryAt === null) return { state: "failed", error: message, retryAt };
  return { state: "retrying", error: isStopping(error) ? null : message, retryAt };
}
