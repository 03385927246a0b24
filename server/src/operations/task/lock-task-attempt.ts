import type { Transaction } from "../../db/connect.ts";
import { type TaskInProject } from "../../db/tasks/entities.ts";
import { lockTask } from "../../db/tasks/read.ts";
import { isTaskUnfinished, taskStatusSchema } from "@precount/domain";
import type { Change } from "../../live/publish-change.ts";
import type { Attempt } from "../worker-context.ts";

/** Locks a task and its event. Null when it is gone or finished, or when a Retry has sent another job in its place. */
export async function lockTaskOfAttempt(
  tx: Transaction,
  taskId: number,
  { queueId }: Attempt,
): Promise<TaskInProject | null> {
  const locked = await lockTask(tx, taskId);
  const status = taskStatusSchema.safeParse(locked?.task.status).data;
  return locked && status && isTaskUnfinished({ status }) && locked.task.queueId === queueId ? locked : null;
}

export const taskChange = ({ task }: TaskInProject): Change => ({
  projectSid: task.projectSid,
  kind: "task",
  sid: String(task.taskId),
});
