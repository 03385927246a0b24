import { imageCan, projectCan, refuse, sidSchema } from "@precount/domain";
import { z } from "zod";
import { listFailedImages, lockFailedJobs } from "../../db/event-queue.ts";
import { hasOpenJob, lockImageJob } from "../../db/image-jobs.ts";
import { lockImages } from "../../db/images-held.ts";
import { lockProject, projectState } from "../../db/projects.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import { sendAgain } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange, notifyChanges } from "../../live/publish-change.ts";
import { visibleProject } from "../project/visible-project.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";

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
    await sendAgain(tx, queue, [job]);
    await notifyChange(tx, { projectSid: project.sid, kind: "image", sid: imageSid });
    return readImage(tx, imageSid);
  });
}

/** 'Retry all': what is listed as failed in the event, each as by itself; one transaction, so all of them or none. */
export async function retryFailed(context: SignedInContext, slug: string): Promise<{ queued: number }> {
  const { db, session, queue } = context;
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    orRefuse(projectCan.analyze(state, session.user));
    const held = await lockImages(tx, await listFailedImages(tx, projectSid));
    // Looked at again under the lock: some may have been settled or sent again meanwhile.
    const sids = held.filter(({ image, project }) => imageCan.detect(image, project).ok).map(({ image }) => image.sid);
    const jobs = await lockFailedJobs(tx, sids);
    await sendAgain(tx, queue, jobs);
    await notifyChanges(
      tx,
      jobs.map(({ imageSid }) => ({ projectSid, kind: "image", sid: imageSid })),
    );
    return { queued: jobs.length };
  });
}
