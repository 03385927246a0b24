import { z } from "zod";

const count = z.number().int().min(0);

/**
 * State of an event's job queue. A batch is everything that was queued since the queue was last empty; canceled jobs
 * are not counted.
 */
export const eventQueueSchema = z.object({
  queued: count,
  running: count,
  /** Failed at least once and waiting for the next attempt. */
  retrying: count,
  /** Jobs of this batch that failed permanently. */
  failed: count,
  /** Jobs of this batch that are done. */
  done: count,
  /** Milliseconds until the batch is done; null while unknown. */
  leftMs: count.nullable(),
  /** Detections of other events that come before this event's queued ones, while a worker runs one of them and none of this event; else 0. */
  ahead: count,
  /** Images with the flag `failed`, from any batch. */
  failedImages: count,
});
export type EventQueue = z.infer<typeof eventQueueSchema>;

type Counts = Pick<EventQueue, "queued" | "running" | "retrying" | "failed" | "done">;

/** Jobs that Cancel removes; running jobs finish. */
export const waitingJobs = ({ queued, retrying }: Counts): number => queued + retrying;
export const unfinishedJobs = (queue: Counts): number => waitingJobs(queue) + queue.running;
export const endedJobs = ({ done, failed }: Counts): number => done + failed;

/** Names the detections of `EventQueue.ahead`. */
export const afterOtherEvents = (ahead: number): string =>
  ahead === 1 ? "after 1 photo of another event" : `after ${ahead} photos of other events`;

/** Minimum number of samples; the first job also waits for the model to load. */
const MIN_SAMPLES = 5;
/** Maximum number of samples, so that the estimate follows the machine's current speed. */
export const MAX_SAMPLES = 20;
/** If no job has ended for this long compared to the usual time, the estimate is dropped. */
const STALLED_AFTER = { factor: 10, minMs: 30_000 };

/**
 * Estimates the time for the unfinished jobs from the rate of the latest ones, milliseconds; null with too few
 * samples, or if none has ended for a long time.
 * @param endedAt when the latest jobs ended, milliseconds since 1970, in any order
 */
export function estimateRemainingMs(open: number, endedAt: readonly number[], nowMs: number): number | null {
  const latest = endedAt.toSorted((a, b) => a - b).slice(-MAX_SAMPLES);
  const [first] = latest;
  const last = latest.at(-1);
  if (open === 0 || first === undefined || last === undefined || latest.length < MIN_SAMPLES) return null;
  const usualMs = (last - first) / (latest.length - 1);
  const sinceMs = Math.max(0, nowMs - last);
  if (sinceMs > Math.max(STALLED_AFTER.minMs, STALLED_AFTER.factor * usualMs)) return null;
  // A job that takes longer than usual lowers the rate while it runs.
  const eachMs = Math.max(usualMs, (nowMs - first) / latest.length);
  return Math.round(Math.max(0, open * eachMs - Math.min(sinceMs, eachMs)));
}
