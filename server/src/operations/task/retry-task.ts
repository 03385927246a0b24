import { type TaskWithProject, taskCan } from "@precount/domain";
import { lockTask, toTaskOfPage } from "../../db/tasks.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import { enqueueReading } from "../../queue/enqueue-document-reading.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { requireTask } from "./require-task.ts";

/** 'Retry' of a task that failed, and 'Retry now' of one that waits for its next try: all its tries again, from now. */
export async function retryTask(context: SignedInContext, taskId: number): Promise<TaskWithProject> {
  const { db, queue, session } = context;
  await requireTask(context, taskId);
  return db.transaction(async (tx) => {
    const found = await lockTask(tx, taskId);
    if (!found) throw notFound("task");
    const { task, project } = found;
    const { status } = project;
    const before = await toTaskOfPage(tx, found);
    orRefuse(taskCan.retry(before, { status, isArchived: status === "archived" }, session.user));
    await enqueueReading(tx, queue, task);
    await notifyChange(tx, { projectSid: project.sid, kind: "task", sid: String(taskId) });
    const now = await lockTask(tx, taskId);
    if (!now) throw notFound("task");
    return toTaskOfPage(tx, now);
  });
}
