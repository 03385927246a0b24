import { type LearningReport, learningReportSchema } from "@precount/domain";
import { ForkedProcess } from "@precount/forked-process";
import type { TrainingControl, TrainingProgress, TrainingRequest } from "./train-adaptation.ts";

/** The lowest scheduling priority, as in nice(1). */
const NICENESS = 19;
const MB = 1024 * 1024;
/** A process that takes more memory is killed. 5,000 examples need about a third of it. */
const MEMORY_LIMIT_BYTES = 1024 * MB;
/** Longest time between two reports of progress. A busy machine runs a process of this priority seldom. */
const TIMEOUT_MS = 10 * 60_000;

interface StartControl extends TrainingControl {
  onStart?: (pid: number) => void;
  /** Tests do not wait until a busy machine has time for the lowest priority. */
  niceness?: number;
}

/**
 * Runs `trainAdaptation` in a process of its own with the lowest priority. Aborting kills it at once; another call with
 * the same request continues. Rejects with ProcessError, whose message is for a person.
 */
export async function startTraining(
  request: TrainingRequest,
  { signal, onProgress, onStart, niceness = NICENESS }: StartControl = {},
): Promise<LearningReport> {
  const child = new ForkedProcess({
    script: new URL("./train-child.ts", import.meta.url),
    concurrency: 1,
    niceness,
    idleMs: 1000,
    rssCeilingBytes: MEMORY_LIMIT_BYTES,
    rssLimitBytes: MEMORY_LIMIT_BYTES,
  });
  try {
    const answering = child.call("train", request, {
      timeoutMs: TIMEOUT_MS,
      signal,
      // train-child.ts reports only this.
      onProgress: (progress) => onProgress?.(progress as TrainingProgress),
    });
    if (child.pid !== undefined) onStart?.(child.pid);
    const answer = await answering;
    return learningReportSchema.parse(answer);
  } finally {
    await child.close();
  }
}
