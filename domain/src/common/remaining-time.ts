/**
 * Estimates the remaining time of work from its progress. Times are milliseconds since 1970, durations milliseconds.
 */

/** State of an estimate. `done` counts any unit, such as bytes or images. */
export type ProgressEstimate = {
  startedAtMs: number;
  updatedAtMs: number;
  done: number;
  /** When `done` last increased. */
  lastProgressAtMs: number;
  /** Smoothed rate, units per millisecond; null before any progress. */
  ratePerMs: number | null;
  /** The displayed remaining time; null while it is unknown. */
  remainingMs: number | null;
};

/**
 * Minimum observation time. A connection is faster in its first moment, and short work ends before the estimate could
 * be read.
 */
const MIN_OBSERVED_MS = 3000;
/** Without progress for this long, the previous rate is no longer used, for example after a lost connection. */
const STALLED_MS = 30_000;
/** Time constant of the exponential smoothing. */
const SMOOTHING_MS = 10_000;
/**
 * The displayed time only increases if the estimate exceeds it by this factor and by this amount, because a value
 * that goes up and down is not trusted.
 */
const INCREASE_THRESHOLD = { factor: 1.3, minMs: 15_000 };

export const startEstimate = (done: number, nowMs: number): ProgressEstimate => ({
  startedAtMs: nowMs,
  updatedAtMs: nowMs,
  done,
  lastProgressAtMs: nowMs,
  ratePerMs: null,
  remainingMs: null,
});

/** Updates an estimate. If `done` decreased, the work is different and the estimate restarts. */
export function updateEstimate(before: ProgressEstimate, done: number, total: number, nowMs: number): ProgressEstimate {
  const passedMs = nowMs - before.updatedAtMs;
  if (done < before.done) return startEstimate(done, nowMs);
  if (passedMs <= 0) return before;
  const latest = (done - before.done) / passedMs;
  // All observations have equal weight until the observation time exceeds the time constant.
  const weight = Math.max(passedMs / (nowMs - before.startedAtMs), 1 - Math.exp(-passedMs / SMOOTHING_MS));
  const perMs = (before.ratePerMs ?? 0) + weight * (latest - (before.ratePerMs ?? 0));
  const movedMs = done > before.done ? nowMs : before.lastProgressAtMs;
  const isKnown = perMs > 0 && nowMs - before.startedAtMs >= MIN_OBSERVED_MS && nowMs - movedMs < STALLED_MS;
  const estimateMs = isKnown ? Math.max(0, total - done) / perMs : null;
  return {
    startedAtMs: before.startedAtMs,
    updatedAtMs: nowMs,
    done,
    lastProgressAtMs: movedMs,
    ratePerMs: perMs > 0 ? perMs : null,
    remainingMs: smoothRemainingMs({ leftMs: before.remainingMs, atMs: before.updatedAtMs }, estimateMs, nowMs),
  };
}

/**
 * Smooths the displayed time: it counts down like a clock, slightly faster if the estimate is lower, and increases
 * only if the estimate is much higher.
 */
export function smoothRemainingMs(
  displayed: { leftMs: number | null; atMs: number },
  estimateMs: number | null,
  nowMs: number,
): number | null {
  if (estimateMs === null || displayed.leftMs === null) return estimateMs;
  const passedMs = nowMs - displayed.atMs;
  const expectedMs = Math.max(0, displayed.leftMs - passedMs);
  const isMuchLonger =
    estimateMs > expectedMs * INCREASE_THRESHOLD.factor && estimateMs > expectedMs + INCREASE_THRESHOLD.minMs;
  if (isMuchLonger) return estimateMs;
  return expectedMs + Math.min(1, passedMs / SMOOTHING_MS) * Math.min(0, estimateMs - expectedMs);
}

const MINUTE_MS = 60_000;

/** Formats an estimate: 'about 4 min left'. */
export function formatRemaining(leftMs: number): string {
  const minutes = Math.round(leftMs / MINUTE_MS);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  // Rounded to ten minutes, because the estimate is not more precise.
  const rest = Math.round((minutes % 60) / 10) * 10;
  if (rest === 60) return `about ${hours + 1} h left`;
  return rest === 0 ? `about ${hours} h left` : `about ${hours} h ${rest} min left`;
}
