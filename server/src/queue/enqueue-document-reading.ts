import { taskStatusAfter } from "@precount/domain";
import type { Queryable } from "../db/connect.ts";
import type { TaskRow } from "../db/tasks/entities.ts";
import { updateTask } from "../db/tasks/write.ts";
import type { JobQueue } from "./job-queue.ts";
import { readDocument } from "./read-document.job.ts";

/** Queues the reading of a task in the caller's transaction, with all attempts, and replaces its earlier job. */
export async function enqueueDocumentReading(
  tx: Queryable,
  queue: JobQueue,
  { taskId, queueId: oldQueueId }: Pick<TaskRow, "taskId" | "queueId">,
): Promise<void> {
  await queue.start();
  if (oldQueueId !== null) await queue.deleteJobs(tx, readDocument.name, [oldQueueId]);
  const [queueId = null] = await queue.send(tx, readDocument, [{ taskId }]);
  const status = taskStatusAfter("retry");
  const progress = { page: null, pageCount: null, cancelRequestedAt: null };
  await updateTask(tx, taskId, { status, attempts: 0, errorMessage: null, retryAt: null, queueId, ...progress });
}
