import { TASK_STATUSES, taskStatusAfter } from "@precount/domain";
import { lockTask, updateTask } from "../db/tasks.ts";
import { notifyChange } from "../live/publish-change.ts";
import type { JobRun, WorkerContext } from "./context.ts";

/** The last try never came back: the worker died with it, each time. Whoever looks at the task is told. */
export async function handle({ db }: WorkerContext, { payload }: JobRun<{ taskId: number }>): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockTask(tx, payload.taskId);
    // Waiting it was sent again meanwhile, or is settled.
    if (held?.task.status !== TASK_STATUSES.processing) return;
    const { taskId, projectSid } = held.task;
    await updateTask(tx, taskId, { status: taskStatusAfter("fail"), errorMessage: WORKER_DIED, retryAt: null });
    await notifyChange(tx, { projectSid, kind: "task", sid: String(taskId) });
  });
}

const WORKER_DIED = "The reading never came back, every time. The document may be damaged or too demanding.";
