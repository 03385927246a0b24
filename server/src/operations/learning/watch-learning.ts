import type { LearningProgress } from "@precount/domain";
import { findRunState, updateLearningRun } from "../../db/learning/runs.ts";
import type { Attempt, WorkerContext } from "../worker-context.ts";
import { lockAttempt } from "./learning-attempt.ts";
import { repeat } from "../../lib/repeat.ts";

/** A cancel takes no longer to be noticed. */
const INTERVAL_MS = 1000;

export interface LearningWatch {
  onProgress: (progress: LearningProgress) => void;
  /** Aborted when a person cancels the run. */
  cancelSignal: AbortSignal;
  end: () => Promise<void>;
}

/** Stores the progress of a training and notices its cancellation, once a second. An outage of the database only delays both. */
export function watchLearning(
  { db, log }: Pick<WorkerContext, "db" | "log">,
  runSid: string,
  attempt: Attempt,
): LearningWatch {
  const cancel = new AbortController();
  let latest: LearningProgress | null = null;
  let stored: LearningProgress | null = null;

  async function store(): Promise<void> {
    if ((await findRunState(db, runSid)) === "canceled") return cancel.abort();
    const progress = latest;
    if (progress === stored) return;
    await db.transaction(async (tx) => {
      if ((await lockAttempt(tx, runSid, attempt)) !== null) await updateLearningRun(tx, runSid, { progress });
    });
    stored = progress;
  }

  const storing = repeat(INTERVAL_MS, store, (error) =>
    log.warn({ err: error, runSid }, "the progress of a training could not be stored"),
  );
  return {
    onProgress: (progress) => {
      latest = progress;
    },
    cancelSignal: cancel.signal,
    end: storing.stop,
  };
}
