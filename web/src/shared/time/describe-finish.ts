import type { FinishEstimate } from "@precount/domain";
import dayjs from "dayjs";

const WEEK_MS = 7 * 24 * 3_600_000;
const HOUR_MIN = 60;
/** From two hours on, the text names hours instead of minutes. */
const MIN_FOR_HOURS = 2 * HOUR_MIN;

const FIXED = { done: "Done", not_started: "Not started", too_early: "Known in a few minutes" } as const;

/** The estimated completion in local time, or why there is no estimate. */
export function describeFinish(estimate: FinishEstimate, nowMs: number): string {
  if (estimate.kind === "at") return completionTime(estimate.atMs, nowMs);
  if (estimate.kind === "idle") return `No progress for ${idleTime(estimate.idleMin)}`;
  return FIXED[estimate.kind];
}

function idleTime(idleMin: number): string {
  if (idleMin < MIN_FOR_HOURS) return `${idleMin} minutes`;
  const hours = Math.floor(idleMin / HOUR_MIN);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

function completionTime(atMs: number, nowMs: number): string {
  if (atMs - nowMs > WEEK_MS) return "In more than a week";
  const at = dayjs(atMs);
  const now = dayjs(nowMs);
  if (at.isSame(now, "day")) return `About ${at.format("HH:mm")}`;
  if (at.isSame(now.add(1, "day"), "day")) return `Tomorrow ${at.format("HH:mm")}`;
  return at.format("dddd HH:mm");
}
