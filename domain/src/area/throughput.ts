import { z } from "zod";
import { isoDateSchema } from "../common/id.ts";

/** Number of areas that reached a state in one minute. */
const minuteCountSchema = z.object({
  /** Whole minutes since 1970. */
  minute: z.int(),
  count: z.int().min(1),
});
export type MinuteCount = z.infer<typeof minuteCountSchema>;

/**
 * Progress of an event's areas per minute, in order. Voided areas are excluded (PD-33). An area whose photo was
 * rejected is in neither list until it has a new photo.
 */
export const areaThroughputSchema = z.object({
  /** The server's time, which the minutes refer to. */
  asOf: isoDateSchema,
  /** The time of each area's first photo that is not rejected. */
  photographed: z.array(minuteCountSchema),
  /** The time when the current photo of each accepted area was approved. */
  accepted: z.array(minuteCountSchema),
});
export type AreaThroughput = z.infer<typeof areaThroughputSchema>;

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
/** Window of the current rate. Half an hour, so that one slow shelf does not look like a slow team. */
export const THROUGHPUT_WINDOW_MIN = 30;
/** After this time without a new area, no finish time is estimated. */
export const IDLE_AFTER_MIN = 20;
/** Minimum observation time. One area in the first half minute does not mean 120 per hour. */
const MIN_OBSERVED_MIN = 5;

export type Throughput = {
  /** Areas per hour over the last half hour; null while the observation time is too short. */
  perHourNow: number | null;
  /** Areas per hour since the first area. */
  perHourSinceStart: number | null;
  /** Whole minutes since the last area; null before the first. */
  idleMin: number | null;
};

/**
 * Rates per hour from counts per minute.
 * @param nowMs milliseconds since 1970, by the clock of the counts
 */
export function computeThroughput(counts: readonly MinuteCount[], nowMs: number): Throughput {
  const now = nowMs / MINUTE_MS;
  const past = counts.filter(({ minute }) => minute <= now);
  if (past.length === 0) return { perHourNow: null, perHourSinceStart: null, idleMin: null };
  const first = past.reduce((least, { minute }) => Math.min(least, minute), Number.POSITIVE_INFINITY);
  const last = past.reduce((most, { minute }) => Math.max(most, minute), first);
  const perHourSince = (from: number): number | null => {
    const start = Math.max(first, from);
    if (now - first < MIN_OBSERVED_MIN) return null;
    const total = past.reduce((sum, { minute, count }) => (minute >= start ? sum + count : sum), 0);
    return (total * HOUR_MIN) / (now - start);
  };
  return {
    // The current minute counts as one of the window.
    perHourNow: perHourSince(Math.floor(now) - THROUGHPUT_WINDOW_MIN + 1),
    perHourSinceStart: perHourSince(first),
    idleMin: Math.floor(now) - last,
  };
}

/** The estimated finish time, or the reason why it is unknown. */
export type FinishEstimate =
  | { kind: "done" }
  | { kind: "at"; atMs: number }
  /** No area yet. */
  | { kind: "not_started" }
  | { kind: "too_early" }
  | { kind: "idle"; idleMin: number };

/** Estimates the finish from the rate of the last half hour. */
export function estimateFinish(remaining: number, { perHourNow, idleMin }: Throughput, nowMs: number): FinishEstimate {
  if (remaining <= 0) return { kind: "done" };
  if (idleMin === null) return { kind: "not_started" };
  if (idleMin >= IDLE_AFTER_MIN) return { kind: "idle", idleMin };
  if (perHourNow === null) return { kind: "too_early" };
  return { kind: "at", atMs: nowMs + (remaining / perHourNow) * HOUR_MIN * MINUTE_MS };
}

/**
 * An area is accepted only after it is photographed: returns the later of both finishes, or the reason why it is
 * unknown.
 */
export function laterFinish(photographed: FinishEstimate, accepted: FinishEstimate): FinishEstimate {
  if (accepted.kind === "done" || photographed.kind === "done") return accepted;
  if (photographed.kind !== "at" || accepted.kind !== "at") return photographed.kind === "at" ? accepted : photographed;
  return photographed.atMs > accepted.atMs ? photographed : accepted;
}
