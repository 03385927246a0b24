import { formatRemaining, updateEstimate, startEstimate, smoothRemainingMs } from "@precount/domain";
import { useState } from "react";
import { useNow } from "./use-now.ts";

/** 'about 2 min left' of work that is watched here, such as an upload; null while nobody can say. */
export function useTimeLeft(done: number, total: number): string | null {
  const isOpen = done < total;
  const nowMs = useNow(isOpen);
  const [work, setWork] = useState(() => ({ isOpen, ...startEstimate(done, nowMs) }));
  // What begins now has not taken the time that passed before it.
  if (isOpen !== work.isOpen) setWork({ isOpen, ...startEstimate(done, nowMs) });
  else if (isOpen && nowMs > work.updatedAtMs) setWork({ isOpen, ...updateEstimate(work, done, total, nowMs) });
  return isOpen && work.remainingMs !== null ? formatRemaining(work.remainingMs) : null;
}

/** The same of an estimate that comes from elsewhere now and then: between two it runs down, and it does not jump. */
export function useSmoothedTimeLeft(estimateMs: number | null): string | null {
  const nowMs = useNow(estimateMs !== null);
  const [told, setTold] = useState({ estimateMs, leftMs: estimateMs, atMs: nowMs });
  if (told.estimateMs !== estimateMs) {
    setTold({ estimateMs, leftMs: smoothRemainingMs(told, estimateMs, nowMs), atMs: nowMs });
  }
  return told.leftMs === null ? null : formatRemaining(Math.max(0, told.leftMs - (nowMs - told.atMs)));
}
