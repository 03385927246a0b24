import { TASK_STATUSES, taskStatusAfter } from "@precount/domain";
import { lockTask } from "../../db/tasks/read.ts";
import { updateTask } from "../../db/tasks/write.ts";
import { publishChange } from "../../live/publish-change.ts";
import type { WorkerContext } from "../worker-context.ts";
import { taskChange } from "./lock-task-attempt.ts";

/** Marks a task as failed whose worker died in every attempt, so that no worker could record it. */
export async function failLostReading({ db }: WorkerContext, taskId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockTask(tx, taskId);
    // A waiting task has been sent again meanwhile; any other status is final.
    if (locked?.task.status !== TASK_STATUSES.processing) return;
    await updateTask(tx, taskId, { status: taskStatusAfter("fail"), errorMessage: WORKER_DIED, retryAt: null });
    await publishChange(tx, taskChange(locked));
  });
}

const WORKER_DIED =
  "The reading ended without a result in every attempt. The document may be damaged or too large. Split it, or print it as a new PDF, and upload that.";
