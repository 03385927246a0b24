import { lockImageJob } from "../../db/jobs/image-jobs.ts";
import { updateImageJob } from "../../db/jobs/write-image-jobs.ts";
import { findImage } from "../../db/images/read.ts";
import { publishChange } from "../../live/publish-change.ts";
import type { WorkerContext } from "../worker-context.ts";
import { failureChange } from "./detection-failure.ts";

/** Marks a job as failed whose worker died in every attempt, so that no worker could record it. */
export async function failLostDetection({ db }: WorkerContext, jobId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockImageJob(tx, jobId);
    if (!job || job.state === "done" || job.state === "failed" || job.state === "queued") return;
    await updateImageJob(tx, job.id, { state: "failed", error: WORKER_DIED, retryAt: null });
    const found = await findImage(tx, job.imageSid);
    if (found) await publishChange(tx, await failureChange(tx, job, found.image, WORKER_DIED));
  });
}

const WORKER_DIED = "The detection ended without a result in every attempt. The photo may be damaged or too large.";
