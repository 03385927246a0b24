import type { Queryable } from "../db/connect.ts";
import { type JobWanted, insertImageJobs, setQueueIds } from "../db/image-jobs.ts";
import { detectPhoto } from "./detect-photo.job.ts";
import { makePreviews } from "./make-previews.job.ts";
import type { JobQueue } from "./queue.ts";

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
    queued.push(...(await enqueueSome(tx, queue, { ...wanted, imageSids })));
  }
  return queued;
}

async function enqueueSome(tx: Queryable, queue: JobQueue, wanted: JobWanted): Promise<string[]> {
  const rows = await insertImageJobs(tx, wanted);
  const queueIds = await queue.send(
    tx,
    detectPhoto,
    rows.map(({ id }) => ({ jobId: id })),
  );
  await setQueueIds(
    tx,
    // One id for each job sent, in order.
    rows.map(({ id }, i) => ({ id, queueId: queueIds[i] ?? "" })),
  );
  return rows.map(({ imageSid }) => imageSid);
}

export async function enqueuePreviews(tx: Queryable, queue: JobQueue, imageSids: readonly string[]): Promise<void> {
  await queue.send(
    tx,
    makePreviews,
    imageSids.map((imageSid) => ({ imageSid })),
  );
}
