import { lockLostImageJobs } from "../db/image-jobs.ts";
import { lockLostTasks } from "../db/tasks.ts";
import { sendAnew } from "../queue/enqueue.ts";
import { enqueueReading } from "../queue/enqueue-document-reading.ts";
import { type Check, count, finding } from "./check.ts";

/** Whatever waits to be done is in the queue. */
export const checkWork: Check = async ({ db, queue }, fix) => {
  await queue.start();
  const [jobs, taskIds] = await db.transaction(async (tx) => {
    const lost = [await lockLostImageJobs(tx), await lockLostTasks(tx)] as const;
    if (fix) {
      await sendAnew(tx, queue, lost[0]);
      for (const taskId of lost[1]) await enqueueReading(tx, queue, { taskId, queueId: null });
    }
    return lost;
  });
  return [
    ...finding(
      jobs,
      `${count(jobs, "detection waits", "detections wait")} that the queue does not know of.`,
      "queued again",
    ),
    ...finding(
      taskIds.map((taskId) => `task ${taskId}`),
      `${count(taskIds, "document task waits", "document tasks wait")} that the queue does not know of.`,
      "queued again",
    ),
  ];
};
