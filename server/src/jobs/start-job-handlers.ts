import { applyItemList } from "../queue/apply-item-list.job.ts";
import { deliver } from "../queue/deliver.job.ts";
import { analyzePhoto } from "../queue/analyze-photo.job.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { collectExamples } from "../queue/collect-examples.job.ts";
import { detectPhoto, detectPhotoFailed } from "../queue/detect-photo.job.ts";
import { findDuplicates } from "../queue/find-duplicates.job.ts";
import { extractDocument } from "../queue/extract-document.job.ts";
import type { JobDefinition } from "../queue/job.ts";
import { learn, learnFailed } from "../queue/learn.job.ts";
import { makeCrops } from "../queue/make-crops.job.ts";
import { makePreviews } from "../queue/make-previews.job.ts";
import { readCodes } from "../queue/read-codes.job.ts";
import { readDocument, readDocumentFailed } from "../queue/read-document.job.ts";
import { rewriteDocument } from "../queue/rewrite-document.job.ts";
import { readSticker } from "../queue/read-sticker.job.ts";
import { type Handler, runJob } from "./run-job.ts";

export interface Concurrency {
  detections: number;
  previews: number;
}

/** Takes jobs of every kind until the queue stops. Handlers are loaded with the first job of their kind. */
export async function startJobHandlers(context: WorkerContext, { detections, previews }: Concurrency): Promise<void> {
  await take(context, detectPhoto, detections, async () => (await import("./detect-photo.handler.ts")).handle);
  await take(context, makePreviews, previews, async () => (await import("./make-previews.handler.ts")).handle);
  await take(context, makeCrops, 1, async () => (await import("./make-crops.handler.ts")).handle);
  await take(context, readCodes, 1, async () => (await import("./read-codes.handler.ts")).handle);
  // The reader process reads one sticker at a time, in a fraction of a second.
  await take(context, readSticker, 1, async () => (await import("./read-sticker.handler.ts")).handle);
  await take(context, applyItemList, 1, async () => (await import("./apply-item-list.handler.ts")).handle);
  await take(context, findDuplicates, 1, async () => (await import("./find-duplicates.handler.ts")).handle);
  await take(context, collectExamples, 1, async () => (await import("./collect-examples.handler.ts")).handle);
  // Four at a time, because deliveries wait for other systems, which may be slow.
  await take(context, deliver, 4, async () => (await import("./deliver.handler.ts")).handle);
  await take(context, analyzePhoto, 1, async () => (await import("./analyze-photo.handler.ts")).handle);
  await take(context, extractDocument, 1, async () => (await import("./extract-document.handler.ts")).handle);
  await take(context, rewriteDocument, 1, async () => (await import("./rewrite-document.handler.ts")).handle);
  await take(context, readDocument, 1, async () => (await import("./read-document.handler.ts")).handle);
  await take(context, readDocumentFailed, 1, async () => (await import("./read-document-failed.handler.ts")).handle);
  await take(context, learn, 1, async () => (await import("./learn.handler.ts")).handle);
  await take(context, learnFailed, 1, async () => (await import("./learn-failed.handler.ts")).handle);
  await take(context, detectPhotoFailed, 1, async () => (await import("./detect-photo-failed.handler.ts")).handle);
}

/** @param count jobs of this kind at a time */
async function take<Payload extends object>(
  context: WorkerContext,
  job: JobDefinition<Payload>,
  count: number,
  load: () => Promise<Handler<Payload>>,
): Promise<void> {
  const { boss } = context.queue;
  // Notifications wake the worker for new jobs, and startWakingWorkers for those that become due later. Without notifications it polls.
  const options = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 } as const;
  for (let i = 0; i < count; i += 1) {
    const workerId = await boss.work<Payload>(job.name, options, async ([queued]) => {
      if (!queued) return;
      try {
        await runJob(context, job, queued, await load());
      } finally {
        // Looks for the next job at once instead of at the next poll.
        boss.notifyWorker(workerId);
      }
    });
  }
}
