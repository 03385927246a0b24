import { z } from "zod";
import { isoDateSchema } from "../common/id.ts";

/** How many areas came to something in one minute. */
const minuteCountSchema = z.object({
  /** Whole minutes since 1970. */
  minute: z.int(),
  count: z.int().min(1),
});
export type MinuteCount = z.infer<typeof minuteCountSchema>;

/**
 * How the areas of an event came along, by the minute, in order; voided ones are outside (decision 33). An area that has
 * to be photographed again is in neither list until it has been.
 */
export const areaThroughputSchema = z.object({
  /** The server's clock, which the minutes go by. */
  asOf: isoDateSchema,
  /** When each area got its first photo that is not rejected. */
  photographed: z.array(minuteCountSchema),
  /** When the current photo of each accepted area was approved. */
  accepted: z.array(minuteCountSchema),
});
export type AreaThroughput = z.infer<typeof areaThroughputSchema>;

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
/** What is going on now is what went on in the last half hour: one shelf that takes long is not yet a slow crew. */
export const THROUGHPUT_WINDOW_MIN = 30;
/** After so long without an area, an end that goes by the pace would be invented. */
export const IDLE_AFTER_MIN = 20;
/** One area in the first half minute is not 120 an hour. */
const MIN_OBSERVED_MIN = 5;

export type Throughput = {
  /** Areas an hour over the last half hour; null while that cannot be said yet. */
  perHourNow: number | null;
  /** … and since the first. */
  perHourSinceStart: number | null;
  /** Whole minutes since the last one; null before the first. */
  idleMin: number | null;
};

/** @param nowMs milliseconds since 1970, by the clock that the tallies go by */
export function computeThroughput(tallies: readonly MinuteCount[], nowMs: number): Throughput {
  const now = nowMs / MINUTE_MS;
  const past = tallies.filter(({ minute }) => minute <= now);
  if (past.length === 0) return { perHourNow: null, perHourSinceStart: null, idleMin: null };
  const first = past.reduce((least, { minute }) => Math.min(least, minute), Number.POSITIVE_INFINITY);
  const last = past.reduce((most, { minute }) => Math.max(most, minute), first);
  const perHourSince = (from: number): number | null => {
    const start = Math.max(first, from);
    if (now - first < MIN_OBSERVED_MIN) return null;
    const count = past.reduce((sum, tally) => (tally.minute >= start ? sum + tally.count : sum), 0);
    return (count * HOUR_MIN) / (now - start);
  };
  return {
    // The minute that runs now is one of them.
    perHourNow: perHourSince(Math.floor(now) - THROUGHPUT_WINDOW_MIN + 1),
    perHourSinceStart: perHourSince(first),
    idleMin: Math.floor(now) - last,
  };
}

/** When something will have come to its end, or why nobody can say. */
export type FinishEstimate =
  | { kind: "done" }
  | { kind: "at"; atMs: number }
  /** Nothing yet. */
  | { kind: "not_started" }
  | { kind: "too_early" }
  | { kind: "idle"; idleMin: number };

/** When the rest will be done at the pace of the last half hour. */
export function estimateFinish(remaining: number, { perHourNow, idleMin }: Throughput, nowMs: number): FinishEstimate {
  if (remaining <= 0) return { kind: "done" };
  if (idleMin === null) return { kind: "not_started" };
  if (idleMin >= IDLE_AFTER_MIN) return { kind: "idle", idleMin };
  if (perHourNow === null) return { kind: "too_early" };
  return { kind: "at", atMs: nowMs + (remaining / perHourNow) * HOUR_MIN * MINUTE_MS };
}

/** Nothing is accepted before it is photographed: the later of both ends, or the reason why that is not known. */
export function laterFinish(photographed: FinishEstimate, accepted: FinishEstimate): FinishEstimate {
  if (accepted.kind === "done" || photographed.kind === "done") return accepted;
  if (photographed.kind !== "at" || accepted.kind !== "at") return photographed.kind === "at" ? accepted : photographed;
  return photographed.atMs > accepted.atMs ? photographed : accepted;
}
