import type { EventQueue, ImageJob } from "@precount/domain";

/**
 * Why another detection cannot be started while one is queued or running; null when one can.
 * @param queue of the event; undefined while unknown
 */
export function openJobReason(
  jobs: readonly Pick<ImageJob, "state">[],
  queue: Pick<EventQueue, "running" | "ahead"> | undefined,
): string | null {
  if (jobs.some(({ state }) => state === "running")) return "A model is reading this photo.";
  if (!jobs.some(({ state }) => state === "queued")) return null;
  return queue?.running === 0 && queue.ahead === 0
    ? "A detection of this photo is queued and waits for a worker."
    : "A detection of this photo is queued.";
}
