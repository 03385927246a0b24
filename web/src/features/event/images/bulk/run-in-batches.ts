import type { BulkResponse } from "@precount/domain";

/** One call's worth: its images are held while it works, and everyone else waits for them no longer than a moment. */
const BATCH_SIZE = 200;

/** `unanswered`: of the batch that failed and those after it nobody knows more than the list shows. */
export type BulkOutcome = BulkResponse & { unanswered: number; error: unknown };

/**
 * Sends images to the server some at a time and gathers the answers. It ends at the first error; when nothing has been
 * done before it, it throws it.
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
