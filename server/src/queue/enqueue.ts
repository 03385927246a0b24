import type { Queryable } from "../db/connect.ts";
import { type JobWanted, insertImageJobs, reopenImageJobs, setQueueIds } from "../db/image-jobs.ts";
import { detectPhoto } from "./detect-photo.job.ts";
import { makePreviews } from "./make-previews.job.ts";
import { readCodes } from "./read-codes.job.ts";
import type { JobQueue } from "./job-queue.ts";

/** One statement holds at most 65,535 values. */
const ROWS_PER_STATEMENT = 5000;

/**
 * Sends images to a model, in the caller's transaction. One that already waits for this model is left as it
 * is. Returns the sids of those that were queued.
 */
export async function enqueueDetections(tx: Queryable, queue: JobQueue, wanted: JobWanted): Promise<string[]> {
  const queued: string[] = [];
  for (let from = 0; from < wanted.imageSids.length; from += ROWS_PER_STATEMENT) {
    const imageSids = wanted.imageSids.slice(from, from + ROWS_PER_STATEMENT);
    const rows = await insertImageJobs(tx, { ...wanted, imageSids });
    await send(
      tx,
      queue,
      rows.map(({ id }) => id),
    );
    queued.push(...rows.map(({ imageSid }) => imageSid));
  }
  return queued;
}

/** Sends jobs that failed, or wait for their next try, anew: with all their tries. They must be locked. */
export async function sendAgain(
  tx: Queryable,
  queue: JobQueue,
  jobs: readonly { id: string; queueId: string | null }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await queue.start();
  const former = jobs.flatMap(({ queueId }) => (queueId ? [queueId] : []));
  if (former.length > 0) await queue.boss.deleteJob(detectPhoto.name, former, queue.within(tx));
  await sendAnew(
    tx,
    queue,
    jobs.map(({ id }) => id),
  );
}

/** Sends jobs that the queue does not know: with all their tries. */
export async function sendAnew(tx: Queryable, queue: JobQueue, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
    const some = ids.slice(from, from + ROWS_PER_STATEMENT);
    await reopenImageJobs(tx, some);
    await send(tx, queue, some);
  }
}

async function send(tx: Queryable, queue: JobQueue, ids: readonly string[]): Promise<void> {
  const queueIds = await queue.send(
    tx,
    detectPhoto,
    ids.map((jobId) => ({ jobId })),
  );
  await setQueueIds(
    tx,
    // One id for each job sent, in order.
    ids.map((id, i) => ({ id, queueId: queueIds[i] ?? "" })),
  );
}

export async function enqueuePreviews(tx: Queryable, queue: JobQueue, imageSids: readonly string[]): Promise<void> {
  await queue.send(
    tx,
    makePreviews,
    imageSids.map((imageSid) => ({ imageSid })),
  );
}

export async function enqueueReadingCodes(tx: Queryable, queue: JobQueue, imageSids: readonly string[]): Promise<void> {
  await queue.send(
    tx,
    readCodes,
    imageSids.map((imageSid) => ({ imageSid })),
  );
}
