import { z } from "zod";

const count = z.number().int().min(0);

/**
 * What an event's queue is at. A batch is what was asked for without the queue being empty in between; jobs that were
 * taken off it count nowhere.
 */
export const eventQueueSchema = z.object({
  queued: count,
  running: count,
  /** Failed at least once and waiting for their next try. */
  retrying: count,
  /** Of this batch, for good. */
  failed: count,
  /** Of this batch. */
  done: count,
  /** Milliseconds until the batch is through; null while nobody can say. */
  leftMs: count.nullable(),
  /** Images with the mark `failed`, of this batch or an earlier one. */
  failedImages: count,
});
export type EventQueue = z.infer<typeof eventQueueSchema>;

type Counts = Pick<EventQueue, "queued" | "running" | "retrying" | "failed" | "done">;

/** What Cancel takes off: what runs is let finish. */
export const waitingJobs = ({ queued, retrying }: Counts): number => queued + retrying;
export const unfinishedJobs = (queue: Counts): number => waitingJobs(queue) + queue.running;
export const endedJobs = ({ done, failed }: Counts): number => done + failed;

/** Fewer say nothing of how long one takes: the first waits for the model to be loaded. */
const MIN_SAMPLES = 5;
/** More would remember what the machine was like long ago. */
export const MAX_SAMPLES = 20;
/** Nothing has ended for so much longer than usual that the rate of before is no promise any more. */
const STALLED_AFTER = { times: 10, leastMs: 30_000 };

/**
 * How long the open jobs will take at the rate of the latest ones that ended, milliseconds; null while too few have, or
 * when for long none has.
 * @param endedAt when the latest ones ended, milliseconds since 1970, in any order
 */
export function estimateRemainingMs(open: number, endedAt: readonly number[], nowMs: number): number | null {
  const latest = endedAt.toSorted((a, b) => a - b).slice(-MAX_SAMPLES);
  const [first] = latest;
  const last = latest.at(-1);
  if (open === 0 || first === undefined || last === undefined || latest.length < MIN_SAMPLES) return null;
  const usualMs = (last - first) / (latest.length - 1);
  const sinceMs = Math.max(0, nowMs - last);
  if (sinceMs > Math.max(STALLED_AFTER.leastMs, STALLED_AFTER.times * usualMs)) return null;
  // One that takes longer than usual makes the rate slower while it lasts.
  const eachMs = Math.max(usualMs, (nowMs - first) / latest.length);
  return Math.round(Math.max(0, open * eachMs - Math.min(sinceMs, eachMs)));
}
