import { formatRemaining, updateEstimate, startEstimate, smoothRemainingMs } from "@precount/domain";
import { useState } from "react";
import { useNow } from "./use-now.ts";

/** 'about 2 min left' for local work such as an upload; null before there is an estimate. */
export function useTimeLeft(done: number, total: number): string | null {
  const isOpen = done < total;
  const nowMs = useNow(isOpen);
  const [work, setWork] = useState(() => ({ isOpen, ...startEstimate(done, nowMs) }));
  // New work starts a new estimate.
  if (isOpen !== work.isOpen) setWork({ isOpen, ...startEstimate(done, nowMs) });
  else if (isOpen && nowMs > work.updatedAtMs) setWork({ isOpen, ...updateEstimate(work, done, total, nowMs) });
  return isOpen && work.remainingMs !== null ? formatRemaining(work.remainingMs) : null;
}

/** The same for an estimate that the server sends now and then: it counts down in between and is smoothed against jumps. */
export function useSmoothedTimeLeft(estimateMs: number | null): string | null {
  const nowMs = useNow(estimateMs !== null);
  const [smoothed, setSmoothed] = useState({ estimateMs, leftMs: estimateMs, atMs: nowMs });
  if (smoothed.estimateMs !== estimateMs) {
    setSmoothed({ estimateMs, leftMs: smoothRemainingMs(smoothed, estimateMs, nowMs), atMs: nowMs });
  }
  return smoothed.leftMs === null ? null : formatRemaining(Math.max(0, smoothed.leftMs - (nowMs - smoothed.atMs)));
}
