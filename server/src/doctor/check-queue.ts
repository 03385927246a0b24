import { lockUnqueuedImageJobs } from "../db/jobs/image-jobs.ts";
import { lockUnqueuedTasks } from "../db/tasks/read.ts";
import { sendImageJobs } from "../queue/enqueue.ts";
import { enqueueDocumentReading } from "../queue/enqueue-document-reading.ts";
import { type Check, count, finding } from "./check.ts";

/** Every waiting image job and document task has a job in the queue. */
export const checkQueue: Check = async ({ db, queue }, fix) => {
  await queue.start();
  const [jobs, taskIds] = await db.transaction(async (tx) => {
    const unqueued = [await lockUnqueuedImageJobs(tx), await lockUnqueuedTasks(tx)] as const;
    if (fix) {
      await sendImageJobs(tx, queue, unqueued[0]);
      for (const taskId of unqueued[1]) await enqueueDocumentReading(tx, queue, { taskId, queueId: null });
    }
    return unqueued;
  });
  return [
    ...finding(
      jobs,
      `${count(jobs, "detection waits", "detections wait")} without a job in the queue.`,
      "queued again",
    ),
    ...finding(
      taskIds.map((taskId) => `task ${taskId}`),
      `${count(taskIds, "document task waits", "document tasks wait")} without a job in the queue.`,
      "queued again",
    ),
  ];
};
