import { modelForEvent } from "@precount/domain";
import type { Database } from "../../db/connect.ts";
import { listImagesWithoutJob } from "../../db/jobs/image-jobs.ts";
import { waitForUploadsWithoutModel } from "../../db/models/upload-lock.ts";
import { listModels } from "../../db/models/read.ts";
import { publishChanges } from "../../live/publish-change.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { JobQueue } from "../../queue/job-queue.ts";

/** Queues detections for images that were uploaded before there was a model, such as in an installation's first seconds. */
export async function queueUnprocessedImages(db: Database, queue: JobQueue): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForUploadsWithoutModel(tx);
    const models = await listModels(tx);
    const images = models.length > 0 ? await listImagesWithoutJob(tx) : [];
    const byModel = Map.groupBy(images, (image) => modelForEvent(models, image.choice)?.sid);
    for (const [modelSid, ofModel] of byModel) {
      // No model reads photos of these events yet.
      if (modelSid === undefined) continue;
      const imageSids = ofModel.map(({ imageSid }) => imageSid);
      await enqueueDetections(tx, queue, { imageSids, modelSid, options: {} });
      await publishChanges(
        tx,
        ofModel.map(({ imageSid, projectSid }) => ({ projectSid, kind: "image", sid: imageSid })),
      );
    }
  });
}
