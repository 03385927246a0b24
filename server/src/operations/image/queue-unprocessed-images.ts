import type { Database } from "../../db/connect.ts";
import { listImagesWithoutJob } from "../../db/jobs/image-jobs.ts";
import { waitForUploadsWithoutModel } from "../../db/models/upload-lock.ts";
import { findDefaultModel } from "../../db/models/read.ts";
import { publishChanges } from "../../live/publish-change.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { JobQueue } from "../../queue/job-queue.ts";

/** Queues detections for images that were uploaded before there was a model, such as in an installation's first seconds. */
export async function queueUnprocessedImages(db: Database, queue: JobQueue): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForUploadsWithoutModel(tx);
    const model = await findDefaultModel(tx);
    const images = model ? await listImagesWithoutJob(tx) : [];
    if (!model || images.length === 0) return;
    const imageSids = images.map(({ imageSid }) => imageSid);
    await enqueueDetections(tx, queue, { imageSids, modelSid: model.sid, options: {} });
    await publishChanges(
      tx,
      images.map(({ imageSid, projectSid }) => ({ projectSid, kind: "image", sid: imageSid })),
    );
  });
}
