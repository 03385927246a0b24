import { canUseModel, imageCan, projectCan, refuse, sidSchema } from "@precount/domain";
import { z } from "zod";
import { listFailedImages, lockFailedJobs } from "../../db/jobs/failed-jobs.ts";
import { hasOpenJob, lockImageJob } from "../../db/jobs/image-jobs.ts";
import { lockImages } from "../../db/images/bulk.ts";
import { findModel, listModels } from "../../db/models/read.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { restartImageJobs } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "../project/require-project.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";
import { recordChange } from "../record-change.ts";

export const retryJobInput = z.object({ imageSid: sidSchema, jobId: sidSchema });

/** 'Retry' of a failed job and 'Retry now' of a job that waits for its next attempt: starts over with all attempts. */
export async function retryJob(
  context: SignedInContext,
  { imageSid, jobId }: z.infer<typeof retryJobInput>,
): Promise<ImageWithJobs> {
  const { session, queue, call } = context;
  return changeImage(context, imageSid, async (tx, { image, project }) => {
    const job = await lockImageJob(tx, jobId);
    if (!job || job.imageSid !== imageSid) throw notFound("job");
    unwrapOrThrow(imageCan.detect(image, project));
    unwrapOrThrow(canUseModel(session.user, await findModel(tx, job.modelSid)));
    if (job.state !== "failed" && job.state !== "retrying") {
      unwrapOrThrow(refuse(`This job is ${job.state}: only one that failed can be tried again.`));
    }
    if (job.state === "failed" && (await hasOpenJob(tx, imageSid, job.modelSid))) {
      unwrapOrThrow(refuse("This model is already queued for this image."));
    }
    await restartImageJobs(tx, queue, [job]);
    await recordChange(tx, call, { changes: [{ projectSid: project.sid, kind: "image", sid: imageSid }] });
    return readImage(tx, imageSid, session.user);
  });
}

/** 'Retry all': restarts the event's failed jobs, all of them or none, except those of models that the person may not use. */
export async function retryFailed(context: SignedInContext, slug: string): Promise<{ queued: number }> {
  const { db, session, queue, call } = context;
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(projectCan.analyze(state, session.user));
    const held = await lockImages(tx, await listFailedImages(tx, projectSid));
    // Checked again under the lock: another call may have finished or restarted some of them.
    const sids = held.filter(({ image, project }) => imageCan.detect(image, project).ok).map(({ image }) => image.sid);
    const usable = new Set(
      (await listModels(tx)).filter((model) => canUseModel(session.user, model).ok).map(({ sid }) => sid),
    );
    const jobs = (await lockFailedJobs(tx, sids)).filter(({ modelSid }) => usable.has(modelSid));
    await restartImageJobs(tx, queue, jobs);
    const changes = jobs.map(({ imageSid }) => ({ projectSid, kind: "image" as const, sid: imageSid }));
    await recordChange(tx, call, { changes });
    return { queued: jobs.length };
  });
}
