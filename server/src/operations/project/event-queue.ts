import { type EventQueue, projectCan } from "@precount/domain";
import { readEventQueue } from "../../db/jobs/event-queue.ts";
import { cancelWaitingJobs } from "../../db/jobs/cancel-jobs.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { listUnsearched } from "../../db/duplicates/keypoints.ts";
import { enqueuePhotoStages } from "../../queue/enqueue.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { detectPhoto } from "../../queue/detect-photo.job.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "./require-project.ts";
import { recordChange } from "../record-change.ts";

/** The event's queued work and the estimated time left. */
export async function getEventQueue({ db, session }: SignedInContext, slug: string): Promise<EventQueue> {
  const { sid } = await requireProject({ db, session }, slug);
  return readEventQueue(db, sid);
}

/**
 * Cancels the event's waiting jobs in one transaction; running jobs finish. `failedBefore` counts the cancelled jobs that had failed
 * before: they are listed as failed again. Of two concurrent calls the second finds nothing to cancel.
 */
export async function cancelQueue(
  { db, session, queue, call }: SignedInContext,
  slug: string,
): Promise<{ cancelled: number; failedBefore: number }> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  await queue.start();
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(projectCan.analyze(state, session.user));
    const cancelled = await cancelWaitingJobs(tx, projectSid);
    const queueIds = cancelled.flatMap(({ queueId }) => (queueId ? [queueId] : []));
    await queue.deleteJobs(tx, detectPhoto.name, queueIds);
    // Their first detection would have done these stages.
    const unsearched = await listUnsearched(
      tx,
      cancelled.map(({ imageSid }) => imageSid),
    );
    await enqueuePhotoStages(tx, queue, { previews: unsearched, codes: unsearched });
    const changes = cancelled.map(({ imageSid }) => ({ projectSid, kind: "image" as const, sid: imageSid }));
    await recordChange(tx, call, { changes, projectSid });
    return { cancelled: cancelled.length, failedBefore: cancelled.filter(({ isFailed }) => isFailed).length };
  });
}
