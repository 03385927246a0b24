import { imageCan, refuse, sidSchema } from "@precount/domain";
import { z } from "zod";
import { hasOpenJob, lockImageJob, updateImageJob } from "../../db/image-jobs.ts";
import { notFound, orRefuse } from "../../errors.ts";
import { detectPhoto } from "../../jobs/detect-photo.job.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { notifyChange } from "../live/notify.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require.ts";

export const retryJobInput = z.object({ imageSid: sidSchema, jobId: sidSchema });

/** 'Retry' of a failed job, and 'Retry now' of one that waits for its next try: five tries again, from now. */
export async function retryJob(
  context: SignedInContext,
  { imageSid, jobId }: z.infer<typeof retryJobInput>,
): Promise<ImageWithJobs> {
  const { queue } = context;
  return changeImage(context, imageSid, async (tx, { image, project }) => {
    const job = await lockImageJob(tx, jobId);
    if (!job || job.imageSid !== imageSid) throw notFound("job");
    orRefuse(imageCan.detect(image, project));
    if (job.state !== "failed" && job.state !== "retrying") {
      orRefuse(refuse(`This job is ${job.state}: only one that failed can be tried again.`));
    }
    if (job.state === "failed" && (await hasOpenJob(tx, imageSid, job.modelSid))) {
      orRefuse(refuse("This model is already queued for this image."));
    }
    if (job.queueId) await queue.boss.deleteJob(detectPhoto.name, job.queueId, queue.within(tx));
    const [queueId = null] = await queue.send(tx, detectPhoto, [{ jobId }]);
    await updateImageJob(tx, jobId, { state: "queued", attempts: 0, error: null, retryAt: null, queueId });
    await notifyChange(tx, { projectSid: project.sid, kind: "image", sid: imageSid });
    return readImage(tx, imageSid);
  });
}
