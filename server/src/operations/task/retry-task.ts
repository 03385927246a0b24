import { type TaskWithProject, taskCan } from "@precount/domain";
import { lockTask } from "../../db/tasks/read.ts";
import { toTaskWithProject } from "../../db/tasks/entities.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDocumentReading } from "../../queue/enqueue-document-reading.ts";
import type { SignedInContext } from "../context.ts";
import { requireTask } from "./require-task.ts";
import { recordChange } from "../record-change.ts";

/** 'Retry' of a failed task and 'Retry now' of a task that waits for its next attempt: starts over with all attempts. */
export async function retryTask(context: SignedInContext, taskId: number): Promise<TaskWithProject> {
  const { db, queue, session, call } = context;
  await requireTask(context, taskId);
  return db.transaction(async (tx) => {
    const found = await lockTask(tx, taskId);
    if (!found) throw notFound("task");
    const { task, project } = found;
    const { status } = project;
    const before = await toTaskWithProject(tx, found);
    unwrapOrThrow(taskCan.retry(before, { status, isArchived: status === "archived" }, session.user));
    await enqueueDocumentReading(tx, queue, task);
    await recordChange(tx, call, { changes: [{ projectSid: project.sid, kind: "task", sid: String(taskId) }] });
    const now = await lockTask(tx, taskId);
    if (!now) throw notFound("task");
    return toTaskWithProject(tx, now);
  });
}
