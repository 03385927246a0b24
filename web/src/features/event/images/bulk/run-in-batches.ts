import type { BulkResponse } from "@precount/domain";

/** Small enough that the server locks the images of a call only for a moment. */
const BATCH_SIZE = 200;

/** `unanswered` counts the images of the failed batch and of those after it. Their state is unknown. */
export type BulkOutcome = BulkResponse & { unanswered: number; error: unknown };

/**
 * Sends items in batches and collects the responses. It stops at the first error, and throws it only if it was the first batch.
 */
export async function runInBatches<T>(
  items: readonly T[],
  send: (batch: T[]) => Promise<BulkResponse>,
  onProgress: (count: number) => void,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [], endedJobs: 0, unanswered: 0, error: null };
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    try {
      const { done, refused, endedJobs } = await send(items.slice(from, from + BATCH_SIZE));
      outcome.done.push(...done);
      outcome.refused.push(...refused);
      outcome.endedJobs += endedJobs;
    } catch (error) {
      if (from === 0) throw error;
      return { ...outcome, unanswered: items.length - from, error };
    }
    onProgress(Math.min(items.length, from + BATCH_SIZE));
  }
  return outcome;
}
