import type { FinishEstimate } from "@precount/domain";
import dayjs from "dayjs";

const WEEK_MS = 7 * 24 * 3_600_000;
const HOUR_MIN = 60;
/** From here on minutes say no more than hours. */
const LONG_QUIET_MIN = 2 * HOUR_MIN;

const FIXED = { done: "Done", not_started: "Not begun", too_early: "Known in a few minutes" } as const;

/** When something will be done, or why that cannot be said; in the reader's own time. */
export function outlookWords(outlook: FinishEstimate, nowMs: number): string {
  if (outlook.kind === "at") return timeWords(outlook.atMs, nowMs);
  if (outlook.kind === "idle") return `No areas for ${quietWords(outlook.idleMin)}`;
  return FIXED[outlook.kind];
}

function quietWords(quietMin: number): string {
  if (quietMin < LONG_QUIET_MIN) return `${quietMin} minutes`;
  const hours = Math.floor(quietMin / HOUR_MIN);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

function timeWords(atMs: number, nowMs: number): string {
  if (atMs - nowMs > WEEK_MS) return "In more than a week";
  const at = dayjs(atMs);
  const now = dayjs(nowMs);
  if (at.isSame(now, "day")) return `About ${at.format("HH:mm")}`;
  if (at.isSame(now.add(1, "day"), "day")) return `Tomorrow ${at.format("HH:mm")}`;
  return at.format("dddd HH:mm");
}
