import { taskStatusAfter } from "@precount/domain";
import type { Queryable } from "../db/connect.ts";
import { type TaskRow, updateTask } from "../db/tasks.ts";
import type { JobQueue } from "./job-queue.ts";
import { readDocument } from "./read-document.job.ts";

/** Sends a task to be read, in the caller's transaction: with all its tries, in place of what was sent for it before. */
export async function enqueueReading(
  tx: Queryable,
  queue: JobQueue,
  { taskId, queueId: former }: Pick<TaskRow, "taskId" | "queueId">,
): Promise<void> {
  await queue.start();
  if (former !== null) await queue.boss.deleteJob(readDocument.name, [former], queue.within(tx));
  const [queueId = null] = await queue.send(tx, readDocument, [{ taskId }]);
  const status = taskStatusAfter("retry");
  await updateTask(tx, taskId, { status, attempts: 0, errorMessage: null, retryAt: null, queueId });
}
