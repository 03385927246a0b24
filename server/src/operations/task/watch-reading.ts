import { publishChange } from "../../live/publish-change.ts";
import { isCancelRequested } from "../../db/tasks/read.ts";
import { updateTask } from "../../db/tasks/write.ts";
import type { Attempt, WorkerContext } from "../worker-context.ts";
import { lockTaskOfAttempt, taskChange } from "./lock-task-attempt.ts";
import { repeat } from "../../lib/repeat.ts";

/** A person who watches the task sees each page within this time, and a cancel takes no longer to be noticed. */
const INTERVAL_MS = 1000;

export interface ReadingWatch {
  onProgress: (progress: { page: number; pageCount: number }) => void;
  /** Aborted when a person cancels the task. */
  stopSignal: AbortSignal;
  end: () => Promise<void>;
}

/**
 * Stores the progress of a reading and notices its cancellation, once a second. An outage of the database only delays both: the end of
 * the reading reports it.
 */
export function watchReading(
  { db, log }: Pick<WorkerContext, "db" | "log">,
  { taskId, attempt }: { taskId: number; attempt: Attempt },
): ReadingWatch {
  const stop = new AbortController();
  let latest: { page: number; pageCount: number } | null = null;
  let stored = 0;

  async function store(): Promise<void> {
    if (await isCancelRequested(db, taskId)) stop.abort();
    const progress = latest;
    if (progress === null || progress.page === stored) return;
    await db.transaction(async (tx) => {
      const locked = await lockTaskOfAttempt(tx, taskId, attempt);
      if (!locked || locked.task.attempts !== attempt.attempt) return;
      await updateTask(tx, taskId, progress);
      await publishChange(tx, taskChange(locked));
    });
    stored = progress.page;
  }

  const storing = repeat(INTERVAL_MS, store, (error) =>
    log.warn({ err: error, taskId }, "the progress of a document could not be stored"),
  );
  return {
    onProgress: (progress) => {
      const isFirst = latest === null;
      latest = progress;
      if (isFirst) storing.run();
    },
    stopSignal: stop.signal,
    end: storing.stop,
  };
}
