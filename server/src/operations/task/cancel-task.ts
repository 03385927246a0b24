import { TASK_STATUSES, type TaskWithProject, taskCan, taskStatusAfter } from "@precount/domain";
import { lockTask } from "../../db/tasks/read.ts";
import { toTaskWithProject } from "../../db/tasks/entities.ts";
import { updateTask } from "../../db/tasks/write.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { readDocument } from "../../queue/read-document.job.ts";
import type { SignedInContext } from "../context.ts";
import { recordChange } from "../record-change.ts";
import { CANCELED_BEFORE_READING } from "./canceled.ts";
import { requireTask } from "./require-task.ts";

/**
 * Ends the reading of a task's document (PD-109). A waiting task ends at once; of one that is being read, the worker ends the reading
 * after the current page and keeps what was read.
 */
export async function cancelTask(context: SignedInContext, taskId: number): Promise<TaskWithProject> {
  const { db, queue, session, call } = context;
  await requireTask(context, taskId);
  return db.transaction(async (tx) => {
    const found = await lockTask(tx, taskId);
    if (!found) throw notFound("task");
    const { task, project } = found;
    unwrapOrThrow(taskCan.cancel(await toTaskWithProject(tx, found), session.user));
    if (task.status === TASK_STATUSES.created) {
      if (task.queueId !== null) await queue.deleteJobs(tx, readDocument.name, [task.queueId]);
      const ended = { status: taskStatusAfter("fail"), errorMessage: CANCELED_BEFORE_READING, retryAt: null };
      await updateTask(tx, taskId, { ...ended, queueId: null });
    } else await updateTask(tx, taskId, { cancelRequestedAt: new Date() });
    await recordChange(tx, call, { changes: [{ projectSid: project.sid, kind: "task", sid: String(taskId) }] });
    const now = await lockTask(tx, taskId);
    if (!now) throw notFound("task");
    return toTaskWithProject(tx, now);
  });
}
