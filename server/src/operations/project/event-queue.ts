import { type EventQueue, projectCan } from "@precount/domain";
import { readEventQueue, takeOffWaiting } from "../../db/event-queue.ts";
import { lockProject, projectState } from "../../db/projects.ts";
import { orRefuse } from "../../errors/app-error.ts";
import { detectPhoto } from "../../queue/detect-photo.job.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChanges } from "../../live/publish-change.ts";
import { visibleProject } from "./visible-project.ts";

/** What the queue does for the event, and how long it will take. */
export async function getEventQueue({ db, session }: SignedInContext, slug: string): Promise<EventQueue> {
  const { sid } = await visibleProject({ db, session }, slug);
  return readEventQueue(db, sid);
}

/**
 * Takes what waits off the queue, in one transaction; what runs is let finish. `failedBefore`: how many of the cancelled
 * ones had failed before, and are listed as failed again. Asked twice at the same time, the second one finds nothing.
 */
export async function cancelQueue(
  { db, session, queue }: SignedInContext,
  slug: string,
): Promise<{ cancelled: number; failedBefore: number }> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  await queue.start();
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    orRefuse(projectCan.analyze(state, session.user));
    const taken = await takeOffWaiting(tx, projectSid);
    const queueIds = taken.flatMap(({ queueId }) => (queueId ? [queueId] : []));
    if (queueIds.length > 0) await queue.boss.deleteJob(detectPhoto.name, queueIds, queue.within(tx));
    await notifyChanges(
      tx,
      taken.map(({ imageSid }) => ({ projectSid, kind: "image", sid: imageSid })),
    );
    return { cancelled: taken.length, failedBefore: taken.filter(({ isFailed }) => isFailed).length };
  });
}
