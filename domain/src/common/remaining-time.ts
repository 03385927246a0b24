/** How long work will still take, from how it went so far. Times in milliseconds since 1970 unless they end in `LeftMs`. */

/** Something to be done, watched while it is: `done` in whatever is counted, such as bytes or images. */
export type ProgressEstimate = {
  startedAtMs: number;
  updatedAtMs: number;
  done: number;
  /** When anything was done last. */
  lastProgressAtMs: number;
  /** Done in a millisecond, of late; null until anything was. */
  ratePerMs: number | null;
  /** What was told last, and is told until there is something better; null while nobody can say. */
  remainingMs: number | null;
};

/** Less says nothing: a connection is quicker in its first moment, and short work is over before one has read it. */
const MIN_OBSERVED_MS = 3000;
/** Nothing has come of it for so long that the rate of before is no promise any more: a connection that is gone, say. */
const STALLED_MS = 30_000;
/** What happened so long ago counts a third of what happens now. */
const SMOOTHING_MS = 10_000;
/** Longer than was told, by so much, before anybody is told: what goes up and down is believed by nobody. */
const INCREASE_THRESHOLD = { times: 1.3, leastMs: 15_000 };

export const startEstimate = (done: number, nowMs: number): ProgressEstimate => ({
  startedAtMs: nowMs,
  updatedAtMs: nowMs,
  done,
  lastProgressAtMs: nowMs,
  ratePerMs: null,
  remainingMs: null,
});

/** What is known after another look. Less done than before is other work: it begins anew. */
export function updateEstimate(before: ProgressEstimate, done: number, total: number, nowMs: number): ProgressEstimate {
  const passedMs = nowMs - before.updatedAtMs;
  if (done < before.done) return startEstimate(done, nowMs);
  if (passedMs <= 0) return before;
  const latest = (done - before.done) / passedMs;
  // Until it has been watched for long enough to forget, all of it counts the same.
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
 * What to tell of an estimate after what was told before: it runs down like a clock, a little quicker where the estimate is
 * less, and up only when it is really longer.
 */
export function smoothRemainingMs(
  told: { leftMs: number | null; atMs: number },
  estimateMs: number | null,
  nowMs: number,
): number | null {
  if (estimateMs === null || told.leftMs === null) return estimateMs;
  const passedMs = nowMs - told.atMs;
  const expectedMs = Math.max(0, told.leftMs - passedMs);
  const isWorse =
    estimateMs > expectedMs * INCREASE_THRESHOLD.times && estimateMs > expectedMs + INCREASE_THRESHOLD.leastMs;
  if (isWorse) return estimateMs;
  return expectedMs + Math.min(1, passedMs / SMOOTHING_MS) * Math.min(0, estimateMs - expectedMs);
}

const MINUTE_MS = 60_000;

/** An estimate as a person says it: 'about 4 min left'. */
export function formatRemaining(leftMs: number): string {
  const minutes = Math.round(leftMs / MINUTE_MS);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  // Nobody knows it to the minute.
  const rest = Math.round((minutes % 60) / 10) * 10;
  if (rest === 60) return `about ${hours + 1} h left`;
  return rest === 0 ? `about ${hours} h left` : `about ${hours} h ${rest} min left`;
}
