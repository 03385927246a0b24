import { analyzePhoto } from "../queue/analyze-photo.job.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { detectPhoto, detectPhotoFailed } from "../queue/detect-photo.job.ts";
import { extractDocument } from "../queue/extract-document.job.ts";
import type { JobDefinition } from "../queue/job.ts";
import { makePreviews } from "../queue/make-previews.job.ts";
import { readCodes } from "../queue/read-codes.job.ts";
import { readDocument, readDocumentFailed } from "../queue/read-document.job.ts";
import { readSticker } from "../queue/read-sticker.job.ts";
import { type Handler, runJob } from "./run-job.ts";

export interface Concurrency {
  detections: number;
  previews: number;
}

/** Takes jobs of every kind until the queue stops. */
export async function startJobHandlers(context: WorkerContext, concurrency: Concurrency): Promise<void> {
  await take(
    context,
    detectPhoto,
    concurrency.detections,
    async () => (await import("./detect-photo.handler.ts")).handle,
  );
  await take(
    context,
    makePreviews,
    concurrency.previews,
    async () => (await import("./make-previews.handler.ts")).handle,
  );
  await take(context, readCodes, 1, async () => (await import("./read-codes.handler.ts")).handle);
  // The reader's child reads one at a time, each in a fraction of a second.
  await take(context, readSticker, 1, async () => (await import("./read-sticker.handler.ts")).handle);
  await take(context, analyzePhoto, 1, async () => (await import("./analyze-photo.handler.ts")).handle);
  await take(context, extractDocument, 1, async () => (await import("./extract-document.handler.ts")).handle);
  await take(context, readDocument, 1, async () => (await import("./read-document.handler.ts")).handle);
  await take(context, readDocumentFailed, 1, async () => (await import("./read-document-failed.handler.ts")).handle);
  await take(context, detectPhotoFailed, 1, async () => (await import("./detect-photo-failed.handler.ts")).handle);
}

async function take<Payload extends object>(
  context: WorkerContext,
  job: JobDefinition<Payload>,
  count: number,
  load: () => Promise<Handler<Payload>>,
): Promise<void> {
  const { boss } = context.queue;
  // New jobs wake a worker at once; the poll is for those whose time to be tried again has come.
  const options = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 } as const;
  for (let i = 0; i < count; i += 1) {
    const workerId = await boss.work<Payload>(job.name, options, async ([queued]) => {
      if (!queued) return;
      try {
        await runJob(context, job, queued, await load());
      } finally {
        // Else it would wait out its poll before it looks for the next one.
        boss.notifyWorker(workerId);
      }
    });
  }
}
