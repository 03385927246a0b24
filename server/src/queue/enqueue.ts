import type { Queryable } from "../db/connect.ts";
import { type NewImageJobs, insertImageJobs, requeueImageJobs, setQueueIds } from "../db/jobs/write-image-jobs.ts";
import { listImagesToCollect } from "../db/learning/settings.ts";
import { applyItemList } from "./apply-item-list.job.ts";
import { collectExamples } from "./collect-examples.job.ts";
import { findDuplicates } from "./find-duplicates.job.ts";
import { detectPhoto } from "./detect-photo.job.ts";
import { makeCrops } from "./make-crops.job.ts";
import { makePreviews } from "./make-previews.job.ts";
import { readCodes } from "./read-codes.job.ts";
import type { JobOrigin } from "./job-origin.ts";
import type { JobQueue } from "./job-queue.ts";

/** One statement holds at most 65,535 values. */
const ROWS_PER_STATEMENT = 5000;

/** Where the job of each image comes from, if not all come from the current request. */
type Origins = ReadonlyMap<string, JobOrigin | undefined>;

/**
 * Queues a model for images, in the caller's transaction. An image already queued for this model is skipped. Returns the sids of the
 * queued images.
 */
export async function enqueueDetections(
  tx: Queryable,
  queue: JobQueue,
  wanted: NewImageJobs,
  origins?: Origins,
): Promise<string[]> {
  const queued: string[] = [];
  for (let from = 0; from < wanted.imageSids.length; from += ROWS_PER_STATEMENT) {
    const imageSids = wanted.imageSids.slice(from, from + ROWS_PER_STATEMENT);
    const rows = await insertImageJobs(tx, { ...wanted, imageSids });
    const imageOf = new Map(rows.map(({ id, imageSid }) => [id, imageSid]));
    await send(
      tx,
      queue,
      rows.map(({ id }) => id),
      origins && ((id) => origins.get(imageOf.get(id) ?? "")),
    );
    queued.push(...rows.map(({ imageSid }) => imageSid));
  }
  return queued;
}

/** Restarts jobs that failed or wait for their next attempt, with all attempts. The caller has locked them. */
export async function restartImageJobs(
  tx: Queryable,
  queue: JobQueue,
  jobs: readonly { id: string; queueId: string | null }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await queue.start();
  const oldQueueIds = jobs.flatMap(({ queueId }) => (queueId ? [queueId] : []));
  await queue.deleteJobs(tx, detectPhoto.name, oldQueueIds);
  await sendImageJobs(
    tx,
    queue,
    jobs.map(({ id }) => id),
  );
}

/** Sends jobs that are not in the queue, with all attempts. */
export async function sendImageJobs(tx: Queryable, queue: JobQueue, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
    const some = ids.slice(from, from + ROWS_PER_STATEMENT);
    await requeueImageJobs(tx, some);
    await send(tx, queue, some);
  }
}

async function send(
  tx: Queryable,
  queue: JobQueue,
  ids: readonly string[],
  originOf?: (id: string) => JobOrigin | undefined,
): Promise<void> {
  const queueIds = await queue.send(
    tx,
    detectPhoto,
    ids.map((jobId) => ({ jobId })),
    originOf && { originOf: ({ jobId }) => originOf(jobId) },
  );
  await setQueueIds(
    tx,
    // `send` returns one id for each job, in order.
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

export async function enqueueCodeReading(tx: Queryable, queue: JobQueue, imageSids: readonly string[]): Promise<void> {
  await queue.send(
    tx,
    readCodes,
    imageSids.map((imageSid) => ({ imageSid })),
  );
}

/** Queues stages of photos that no detection will do. */
export async function enqueuePhotoStages(
  tx: Queryable,
  queue: JobQueue,
  imageSids: { previews: readonly string[]; codes: readonly string[] },
): Promise<void> {
  await enqueuePreviews(tx, queue, imageSids.previews);
  await enqueueCodeReading(tx, queue, imageSids.codes);
}

/** Applies the item lists of events to their results, after a choice or an import. */
export async function enqueueItemListApplication(
  tx: Queryable,
  queue: JobQueue,
  projectSids: readonly string[],
): Promise<void> {
  await queue.send(
    tx,
    applyItemList,
    projectSids.map((projectSid) => ({ projectSid })),
  );
}

/** Boxes are edited in bursts: a job that waits this long covers most of one. */
const CROPS_DELAY_SECONDS = 1;

/** Makes the missing crops of the images' stickers. */
export async function enqueueCrops(tx: Queryable, queue: JobQueue, imageSids: readonly string[]): Promise<void> {
  const payloads = imageSids.map((imageSid) => ({ imageSid }));
  await queue.send(tx, makeCrops, payloads, { keyOf: ({ imageSid }) => imageSid, delaySeconds: CROPS_DELAY_SECONDS });
}

/** Edits come in bursts: a search that waits this long covers most of them. */
const SEARCH_DELAY_SECONDS = 1;

/** Searches for duplicates of the images' stickers, after a change of their results. */
export async function enqueueDuplicateSearch(
  tx: Queryable,
  queue: JobQueue,
  imageSids: readonly string[],
): Promise<void> {
  for (let from = 0; from < imageSids.length; from += ROWS_PER_STATEMENT) {
    const payloads = imageSids.slice(from, from + ROWS_PER_STATEMENT).map((imageSid) => ({ imageSid }));
    const options = { keyOf: ({ imageSid }: { imageSid: string }) => imageSid, delaySeconds: SEARCH_DELAY_SECONDS };
    await queue.send(tx, findDuplicates, payloads, options);
  }
}

/** Collects examples from those of the images that are approved and whose event collects. Call it after each change of approved results. */
export async function enqueueExampleCollection(
  tx: Queryable,
  queue: JobQueue,
  imageSids: readonly string[],
): Promise<void> {
  const payloads = (await listImagesToCollect(tx, imageSids)).map((imageSid) => ({ imageSid }));
  await queue.send(tx, collectExamples, payloads, { keyOf: ({ imageSid }) => imageSid });
}
