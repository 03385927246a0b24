import { lockImageJob, updateImageJob } from "../db/image-jobs.ts";
import { findImage } from "../db/images.ts";
import { notifyChange } from "../live/publish-change.ts";
import type { JobRun, WorkerContext } from "./context.ts";

/** The last try never came back: the worker died with it, each time. Whoever looks at the image is told. */
export async function handle({ db }: WorkerContext, { payload }: JobRun<{ jobId: string }>): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockImageJob(tx, payload.jobId);
    if (!job || job.state === "done" || job.state === "failed" || job.state === "queued") return;
    await updateImageJob(tx, job.id, { state: "failed", error: WORKER_DIED, retryAt: null });
    const found = await findImage(tx, job.imageSid);
    if (found) await notifyChange(tx, { projectSid: found.project.sid, kind: "image", sid: job.imageSid });
  });
}

const WORKER_DIED = "The detection ended without an answer every time. The photo may be damaged or too demanding.";
