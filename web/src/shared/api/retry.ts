/** When a queued job was last updated, and when it is retried; null when no retry is scheduled. */
export type RetrySchedule = { updatedAt: string; retryAt: string | null };

/**
 * Milliseconds until the next retry, null when none is scheduled. Limited to the server's own delay, so that a wrong clock in this
 * browser cannot show minutes too many.
 */
export function retryLeftMs({ retryAt, updatedAt }: RetrySchedule, nowMs: number): number | null {
  if (retryAt === null) return null;
  const at = Date.parse(retryAt);
  return Math.min(Math.max(0, at - nowMs), Math.max(0, at - Date.parse(updatedAt)));
}
